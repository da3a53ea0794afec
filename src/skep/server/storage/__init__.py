"""The database: its tables, the one writer, and reading.

Rows go in and come out as they are stored; what they mean is for `tables` and the games.
"""
