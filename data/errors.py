"""What can go wrong between this room and PostgreSQL."""


class StoreUnavailableError(Exception):
    """PostgreSQL could not be reached, was stopped meanwhile, or did not answer within the limit of a statement."""


class StoreBusyError(StoreUnavailableError):
    """Every connection stayed in use for as long as a request may wait for one."""
