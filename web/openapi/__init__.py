"""接口说明: what the API takes and gives, as values beside the routes."""
