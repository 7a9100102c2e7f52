"""地址: under which addresses phones in the room can reach this machine, the likeliest first."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from assistant.problems import Problem


class Kind(IntEnum):
    """How likely an address is the one phones reach, best first."""

    PRIVATE = 0
    """家里: a home or office network"""
    OTHER = 1
    """a public address, or one of a provider's network"""
    SELF_GIVEN = 2
    """169.254: no router has given it one"""
    VIRTUAL = 3
    """虚拟: of a container, a virtual machine or a VPN; hardly ever reached from a phone"""


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 address of this machine."""

    ip: str
    interface: str
    kind: Kind


VIRTUAL = re.compile(
    r"^(docker|br-|veth|virbr|vmnet|vbox|tun|tap|utun|wg|tailscale|zt|cni|flannel|cali|lxc|lxdbr|podman|nerdctl"
    r"|awdl|llw|bridge|ppp|ipsec|gpd|nordlynx|mullvad|proton|warp|vethernet|wsl)"
    r"|wsl|hyper-v|virtualbox|vmware|vpn|zerotier|wireguard|tailscale|loopback|docker|tap-|parallels|npcap",
    re.IGNORECASE,
)
"""Names that systems and programs give adapters no phone is on."""
PRIVATE = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""The networks of homes and offices, the commonest first."""


class AddressError(ValueError):
    """No address fits what was asked for; str() is one sentence that says what to do."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def candidates(found: Iterable[tuple[str, str]], outbound: str | None = None) -> tuple[Address, ...]:
    """Addresses as (interface, IPv4), the likeliest for a phone first; loopback is left out. `outbound`: the
    one this machine reaches the world from, which decides among equals (FIELD D09).
    """
    ranked: list[tuple[tuple[int, ...], Address]] = []
    for interface, ip in found:
        address = ipaddress.IPv4Address(ip)
        if address.is_loopback or address.is_unspecified:
            continue
        network = next((n for n, one in enumerate(PRIVATE) if address in one), len(PRIVATE))
        if VIRTUAL.search(interface):
            kind = Kind.VIRTUAL
        elif address.is_link_local:
            kind = Kind.SELF_GIVEN
        else:
            kind = Kind.PRIVATE if network < len(PRIVATE) else Kind.OTHER
        ranked.append(((kind, ip != outbound, network, int(address)), Address(ip, interface, kind)))
    return tuple(one for _, one in sorted(ranked, key=lambda pair: pair[0]))


def here() -> tuple[Address, ...]:
    """The addresses of this machine's adapters that are up, the likeliest for a phone first."""
    import psutil

    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = [
        (name, one.address)
        for name, addresses in psutil.net_if_addrs().items()
        if name in up
        for one in addresses
        if one.family == socket.AF_INET
    ]
    return candidates(found, outbound())


def outbound() -> str | None:
    """The address this machine would reach the world from; asks the system only and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # an address for documentation: a datagram socket sends nothing yet
            return str(probe.getsockname()[0])
        except OSError:
            return None


def choose(addresses: tuple[Address, ...], wanted: str | None) -> tuple[Address, ...]:
    """The addresses with the wanted one first: an IPv4 address, or the name of an interface. AddressError
    where this machine has none such.
    """
    if wanted is None:
        return addresses
    chosen = [one for one in addresses if wanted in (one.ip, one.interface)]
    if not chosen:
        known = ", ".join(f"{one.ip} ({one.interface})" for one in addresses) or "none"
        raise AddressError(
            Problem(
                "no_such_address",
                f"This machine has no address {wanted}: choose one of {known}.",
                f"这台电脑没有地址 {wanted}：请从这些里选：{known}。",
            )
        )
    return (*chosen, *(one for one in addresses if one not in chosen))
