"""The assistant: Sichuan rules, hands and money. Pure; it knows no camera and no page."""
