"""The contract: GraphQL types, unions and root fields; `schema.graphql` is its committed print.

This room owns names, descriptions and nullability, and maps an outcome to a GraphQL type. It imports `resolvers`, never
SQL or HTTP, and decides nothing.
"""
