"""Strawberry as its documentation shows it: its ASGI view, a context, a permission class, and types that are marshalled
from SQLAlchemy's ORM objects, with a session for each resolver. The schema is the part of the contract that the
workloads ask for.
"""
