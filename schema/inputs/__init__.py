"""The input types of the contract, one a file: what a platform may tell (records.md)."""
