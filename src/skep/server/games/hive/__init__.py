"""Hive at a table: its rules behind the contract, and the questions of its pages."""
