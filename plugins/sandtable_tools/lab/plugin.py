"""The lab: many games between bots, their figures and their report. Its word is `simulate`."""
