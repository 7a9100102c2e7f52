"""牌桌: tables that several phones share: who sits where, what each may see and do."""
