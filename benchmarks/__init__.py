"""Cost against peers, measured in one run: see ``python -m benchmarks --help`` and docs/performance.md."""
