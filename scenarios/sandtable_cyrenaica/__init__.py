"""Scenarios of Who Dares Wins!"""
