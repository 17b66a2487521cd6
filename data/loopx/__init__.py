"""LoopX homes: reading one, saying it in records, storing them (records.md, "LoopX homes").

A home is read whole before anything is stored, and nothing is ever written there.
"""

from data.loopx.home import NotALoopxHomeError
from data.loopx.importing import import_home
from data.loopx.summary import Count, LoopxSummary

__all__ = ["Count", "LoopxSummary", "NotALoopxHomeError", "import_home"]
