"""The pages of links, and what stands behind them."""
