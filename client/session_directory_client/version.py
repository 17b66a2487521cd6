"""The version of this distribution, for its metadata and for the servers that it speaks to."""

VERSION = "0.1.0"
