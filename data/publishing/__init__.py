"""The one publishing path: records come in as a batch, and are stored all or none (records.md).

`publication` asks the others in turn: the batch is read (`batch`), waits for its turn (`owner_queue`) and locks its
owners (`owner_lock`), the rows that it names are loaded (`stored`), its records become rows (`arrival`), what stands
around them is loaded (`neighbour`), it is decided (`decision`, with the guards and what is derived), and written
(`storing`).
"""

from data.publishing.owner_queue import OwnerQueue
from data.publishing.publication import MAX_PROBLEMS, MAX_RECORDS, Published, PublishRefused, publish

__all__ = ["MAX_PROBLEMS", "MAX_RECORDS", "OwnerQueue", "PublishRefused", "Published", "publish"]
