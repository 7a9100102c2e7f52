"""回忆: what has been played: sessions, statistics, replay, export and import, deletion and retention."""
