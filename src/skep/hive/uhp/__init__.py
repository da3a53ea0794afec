"""UHP, the Universal Hive Protocol: a server for our engine; `uhp_client` drives any other.

`server` takes a line and gives lines, `streams` puts it on standard input and output. What moves
mean is the business of `skep.hive`.
"""
