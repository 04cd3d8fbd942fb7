"""The range grid of a hold'em spot: both players' hands at each decision of a solution."""
