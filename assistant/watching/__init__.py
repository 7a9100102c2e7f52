"""看牌: how views of the table become events: what must lie there, what lies there, and which legal acts
explain the difference. `assistant.reconcile` is the door.
"""
