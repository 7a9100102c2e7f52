"""局域网: how phones reach this machine: addresses, certificate, QR codes, what to do when they do not."""
