"""The lab, whose command `simulate` plays many games between bots and shows figures."""
