"""What a chat provider says now about one conversation: one adapter a file, one `Observation`.

This room imports no other and never the database.
"""
