"""Records as the mutation `publish` takes them."""

from collections.abc import Mapping
from typing import Any

from data.records import RawRecord

PUBLISH = """
mutation Publish($records: [RecordInput!]!) {
  publish(records: $records) {
    __typename
    ... on Published { accepted stale }
    ... on PublishRefused { message problems { index field message } }
  }
}
"""


def record_input(raw: RawRecord) -> dict[str, Any]:
    """The member of its kind, with all its other fields; no member for a record without a kind."""
    return {str(raw["record"]): _fields(raw)} if "record" in raw else {}


def record_inputs(*raws: RawRecord) -> dict[str, Any]:
    """The variables of `PUBLISH`."""
    return {"records": [record_input(raw) for raw in raws]}


def _fields(raw: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in raw.items() if name != "record"}
