"""`python -m data.embedded` is the supervisor."""

from data.embedded.supervisor import main

main()
