"""The types of the contract: one GraphQL type a file, the file named after it in snake_case."""
