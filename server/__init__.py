"""The process: sockets, tokens, limits, settings, health and the command line (`python -m server`).

This room may import all the others and holds no business rules.
"""
