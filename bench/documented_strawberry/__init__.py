"""Strawberry as its documentation and examples show it: its ASGI view, a context, a permission class, and types made
from instances of SQLAlchemy's ORM, with a session for each resolver. The schema is the part of the contract that the
workloads ask for.
"""
