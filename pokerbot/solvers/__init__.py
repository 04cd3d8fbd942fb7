"""The algorithms: each a short rule over the four operators, and one catalogue entry."""
