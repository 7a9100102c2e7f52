"""证书: the certificate of this machine, made on first start: browsers give the camera to secure pages only.

It is signed by its own key and can sign nothing else, so that a phone that trusts it trusts this page alone.
Key and certificate lie in one file that only its owner may read, replaced whole, so that they always fit.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import ssl
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FILE = "certificate.pem"
LIFE = timedelta(days=397)
"""Browsers refuse certificates that live longer than 398 days."""
RENEWED = timedelta(days=30)
"""Before its end."""
MOST_NAMES = 24
"""Names of earlier networks are kept, so that coming home needs no new certificate, but no more than this."""
MOST_ADDRESSES = 12
ALWAYS = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Certificate:
    """What lies in the file."""

    path: Path
    names: tuple[str, ...]
    """host names and addresses it is good for"""
    expires: datetime
    fingerprint: str
    """SHA-256 of the certificate, as browsers show it"""

    def context(self) -> ssl.SSLContext:
        """A server's TLS context with it."""
        made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        made.load_cert_chain(self.path)
        return made


def ensure(folder: Path, addresses: Iterable[str], now: datetime | None = None) -> Certificate:
    """The certificate in a folder; made, or made anew, where there is none that is good for all these
    addresses and this machine's names and lives long enough. Raises OSError where it cannot be written.
    """
    now = now or datetime.now(UTC)
    wanted = (*ALWAYS, *machine_names(), *tuple(addresses)[:MOST_ADDRESSES])
    path = folder / FILE
    found = read(path)
    if found is not None and set(wanted) <= set(found.names) and found.expires - now > RENEWED:
        if os.name == "posix":
            path.chmod(0o600)
        return found
    earlier = () if found is None else found.names
    make(path, tuple(dict.fromkeys((*wanted, *earlier)))[:MOST_NAMES], now)
    made = read(path)
    if made is None:
        raise OSError(f"{path} cannot be read after it was written")
    return made


def read(path: Path) -> Certificate | None:
    """The certificate of a file, None where there is none or it cannot be used."""
    try:
        content = path.read_bytes()
        certificate = x509.load_pem_x509_certificate(content)
        key = serialization.load_pem_private_key(content, None)
        alternatives = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return None
    if key.public_key() != certificate.public_key():
        return None
    names = (
        *alternatives.get_values_for_type(x509.DNSName),
        *map(str, alternatives.get_values_for_type(x509.IPAddress)),
    )
    print_ = certificate.fingerprint(hashes.SHA256()).hex(":").upper()
    return Certificate(path, names, certificate.not_valid_after_utc, print_)


def make(path: Path, names: Iterable[str], now: datetime) -> None:
    """Write a new key and certificate to a file that only its owner may read."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tangzi")])
    public = key.public_key()
    subject_id = x509.SubjectKeyIdentifier.from_public_key(public)
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now - timedelta(days=1) + LIFE)
        .add_extension(x509.SubjectAlternativeName([general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(subject_id, critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(subject_id), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp's files are their owner's alone from the first moment
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".certificate-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secret + certificate.public_bytes(serialization.Encoding.PEM))
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
        raise


def general_name(name: str) -> x509.GeneralName:
    """A host name or an address as certificates hold it."""
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def machine_names() -> tuple[str, ...]:
    """The names under which others may call this machine, where they can stand in a certificate."""
    name = socket.gethostname().split(".")[0].lower()
    return (name, f"{name}.local") if re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name) else ()
