"""The answers: the directory, the bound session and its pure decision, the status panel.

This room owns decisions: which page, which refusal. It imports `data` and `providers`, and knows no Strawberry, no
Starlette and no SQL text: its outcomes are plain frozen records.
"""
