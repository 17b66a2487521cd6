"""The guard of references, as problems that a person understands."""

from collections.abc import Container, Iterator

from data.publishing.batch import Batch
from data.publishing.stored import Stored
from data.records import Problem


def reference_problems(batch: Batch, stored: Stored, positions: Container[int]) -> Iterator[Problem]:
    """A problem for each reference of the records at these positions to what neither came nor is stored. Deleted things
    can be referred to, and so can what came in a wrong form."""
    for index, reference in batch.references:
        there = batch.holds(reference.target, reference.key) or reference.key in stored.of(reference.target)
        if index in positions and not there:
            yield Problem(index, reference.field, "names nothing that is there for this owner and app")
