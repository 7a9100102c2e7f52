"""The certificate: made once, for the right names, readable by its owner alone, renewed in time."""

from __future__ import annotations

import os
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from web.lan.certificate import (
    ALWAYS,
    FILE,
    LIFE,
    MOST_NAMES,
    RENEWED,
    Certificate,
    ensure,
    machine_names,
    read,
)

NOW = datetime(2026, 11, 29, tzinfo=UTC)


def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    made = ensure(tmp_path / "tls", ["192.168.1.7"], NOW)
    content = made.path.read_bytes()
    assert ensure(tmp_path / "tls", ["192.168.1.7"], NOW + timedelta(days=300)) == made
    assert made.path.read_bytes() == content
    assert read(made.path) == made


def test_it_is_good_for_this_machine_by_every_name(tmp_path: Path) -> None:
    made = ensure(tmp_path, ["192.168.1.7", "10.0.0.3"], NOW)
    assert {*ALWAYS, *machine_names(), "192.168.1.7", "10.0.0.3"} == set(made.names)


@pytest.mark.skipif(os.name != "posix", reason="on Windows a user's own folder is closed to others")
def test_only_its_owner_may_read_the_key(tmp_path: Path) -> None:
    made = ensure(tmp_path / "tls", [], NOW)
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(made.path.parent.stat().st_mode) == 0o700
    made.path.chmod(0o644)
    ensure(tmp_path / "tls", [], NOW)
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600


def test_another_network_means_another_certificate_that_keeps_the_earlier_names(tmp_path: Path) -> None:
    home = ensure(tmp_path, ["192.168.1.7"], NOW)
    away = ensure(tmp_path, ["192.168.43.9"], NOW)
    assert away.fingerprint != home.fingerprint
    assert {"192.168.1.7", "192.168.43.9"} <= set(away.names)
    assert ensure(tmp_path, ["192.168.1.7"], NOW) == away


def test_names_of_earlier_networks_do_not_pile_up(tmp_path: Path) -> None:
    for number in range(40):
        made = ensure(tmp_path, [f"192.168.1.{number}"], NOW)
    assert len(made.names) == MOST_NAMES
    assert "192.168.1.39" in made.names


def test_it_is_made_anew_before_its_end(tmp_path: Path) -> None:
    made = ensure(tmp_path, [], NOW)
    last = made.expires - RENEWED
    assert ensure(tmp_path, [], last - timedelta(days=1)) == made
    again = ensure(tmp_path, [], last + timedelta(days=1))
    assert again.fingerprint != made.fingerprint
    assert again.expires > made.expires


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[:200],
        lambda content: content[content.index(b"-----BEGIN C") :],
    ],
)
def test_a_spoiled_file_is_made_anew(tmp_path: Path, spoil: object) -> None:
    made = ensure(tmp_path, [], NOW)
    made.path.write_bytes(spoil(made.path.read_bytes()))  # type: ignore[operator]
    assert read(made.path) is None
    assert read(ensure(tmp_path, [], NOW).path) is not None


def test_a_key_of_another_certificate_is_made_anew(tmp_path: Path) -> None:
    one, other = ensure(tmp_path / "a", [], NOW), ensure(tmp_path / "b", [], NOW)
    key = one.path.read_bytes().partition(b"-----BEGIN C")[0]
    rest = b"-----BEGIN C" + other.path.read_bytes().partition(b"-----BEGIN C")[2]
    one.path.write_bytes(key + rest)
    assert read(one.path) is None


def certificate_in(made: Certificate) -> x509.Certificate:
    return x509.load_pem_x509_certificate(made.path.read_bytes())


def test_browsers_and_phones_take_it(tmp_path: Path) -> None:
    """What phones demand of a certificate they are asked to trust: a short life, names, the server's use."""
    found = certificate_in(ensure(tmp_path, [], NOW))
    assert timedelta(days=398) > LIFE
    assert found.not_valid_after_utc - found.not_valid_before_utc == LIFE
    assert found.not_valid_before_utc < NOW
    use = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert x509.oid.ExtendedKeyUsageOID.SERVER_AUTH in use


def test_it_can_sign_no_other(tmp_path: Path) -> None:
    found = certificate_in(ensure(tmp_path, [], NOW))
    assert not found.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert not found.extensions.get_extension_for_class(x509.KeyUsage).value.key_cert_sign


def test_a_folder_that_cannot_be_made_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        ensure(tmp_path / "file" / "tls", [], NOW)
    assert not list(tmp_path.glob(f"**/{FILE}"))


def test_python_serves_with_it(tmp_path: Path) -> None:
    context = ensure(tmp_path, []).context()
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("Kai-PC", ("kai-pc", "kai-pc.local")),
        ("mac.local", ("mac", "mac.local")),
        ("我的电脑", ()),
        ("-x", ()),
        ("a_b", ()),
    ],
)
def test_names_of_machines(monkeypatch: pytest.MonkeyPatch, host: str, names: tuple[str, ...]) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: host)
    assert machine_names() == names
