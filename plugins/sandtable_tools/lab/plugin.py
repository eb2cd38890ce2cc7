"""The lab: many games between bots, their figures and their page. Its command is `simulate`."""
