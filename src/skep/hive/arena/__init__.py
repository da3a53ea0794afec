"""Matches between UHP engines: seats, one game, the schedule, the statistics and the log.

The judge is our own core. How a match looks on the screen is the business of the command line.
"""
