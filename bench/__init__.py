"""The benchmark: this endpoint beside a hand-written floor and its peers, in one run on the same rows.

It owns the rows, the load, the peers' set-up and the table. It may import every other room, and none imports it.
"""
