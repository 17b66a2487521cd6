"""Tables, statements, repositories, publishing, importers, migrations and the embedded PostgreSQL.

This room owns SQL, transactions and records. It imports none of the other rooms and knows neither GraphQL nor HTTP.
"""
