"""Compiled execution: an operation of a validated document as plain Python over the records of `resolvers`.

A plan gives what graphql-core's executor gives, to the byte, or nothing. What it does not cover (introspection, null
where no null may be, a record that is not as declared) is handed over whole, with what the resolvers answered: no
resolver runs twice.
"""
