"""Job templates of farms, run by the schedulers' own programs where they are installed."""
