"""The lab: its command `simulate` plays many games between bots and shows figures."""
