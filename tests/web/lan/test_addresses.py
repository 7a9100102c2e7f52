"""FIELD D09: which address phones are given, and which come last."""

from __future__ import annotations

import socket

import pytest

from web.lan.addresses import Address, AddressError, Kind, candidates, choose, here, outbound

LINUX = [("docker0", "172.17.0.1"), ("lo", "127.0.0.1"), ("tun0", "10.8.0.2"), ("wlp3s0", "192.168.1.7")]
WINDOWS = [
    ("vEthernet (WSL (Hyper-V firewall))", "172.28.96.1"),
    ("VirtualBox Host-Only Network", "192.168.56.1"),
    ("VMware Network Adapter VMnet8", "192.168.80.1"),
    ("Loopback Pseudo-Interface 1", "127.0.0.1"),
    ("以太网", "169.254.3.9"),
    ("WLAN", "192.168.31.20"),
]
MACOS = [("lo0", "127.0.0.1"), ("utun4", "100.96.0.3"), ("bridge100", "192.168.64.1"), ("en0", "10.0.1.5")]


@pytest.mark.parametrize(
    ("found", "best"), [(LINUX, "192.168.1.7"), (WINDOWS, "192.168.31.20"), (MACOS, "10.0.1.5")]
)
@pytest.mark.parametrize("backwards", [False, True])
def test_physical_adapters_on_private_networks_come_first(
    found: list[tuple[str, str]], best: str, backwards: bool
) -> None:
    ranked = candidates(reversed(found) if backwards else found)
    assert ranked[0].ip == best
    assert ranked[0].kind is Kind.PRIVATE
    assert all(one.kind is Kind.VIRTUAL for one in ranked[1:] if one.interface != "以太网")
    assert len(ranked) == len(found) - 1  # all are there, but for loopback


ADAPTERS_NO_PHONE_IS_ON = [
    "docker0",
    "br-1f2e3d",
    "veth12ab",
    "virbr0",
    "vmnet8",
    "vboxnet0",
    "tun0",
    "tap0",
    "utun3",
    "wg0",
    "tailscale0",
    "zt7nnig26",
    "cni0",
    "lxdbr0",
    "podman0",
    "awdl0",
    "llw0",
    "bridge100",
    "ppp0",
    "wsl",
    "vEthernet_(Default_Switch)",
    "TAP-Windows_Adapter_V9",
    "WireGuard_Tunnel",
    "Npcap_Loopback_Adapter",
    "公司VPN",
]


@pytest.mark.parametrize(
    "interface",
    ADAPTERS_NO_PHONE_IS_ON,
)
def test_adapters_no_phone_is_on(interface: str) -> None:
    (one,) = candidates([(interface.replace("_", " "), "192.168.1.7")], "192.168.1.7")
    assert one.kind is Kind.VIRTUAL


@pytest.mark.parametrize(
    "interface",
    [
        "eth0",
        "enp0s31f6",
        "wlan0",
        "wlp3s0",
        "en0",
        "en7",
        "WLAN",
        "Wi-Fi",
        "Ethernet 2",
        "以太网",
        "无线网络连接",
    ],
)
def test_adapters_a_phone_may_be_on(interface: str) -> None:
    (one,) = candidates([(interface, "192.168.1.7")])
    assert one.kind is Kind.PRIVATE


def test_the_way_out_decides_among_equals_but_lifts_no_vpn() -> None:
    found = [("eth0", "192.168.0.2"), ("wlan0", "192.168.7.2"), ("tun0", "10.8.0.2")]
    assert [one.ip for one in candidates(found, "192.168.7.2")][:2] == ["192.168.7.2", "192.168.0.2"]
    assert candidates(found, "10.8.0.2")[0].ip == "192.168.0.2"


def test_addresses_without_a_router_come_after_those_with_one() -> None:
    kinds = [one.kind for one in candidates([("a", "169.254.1.1"), ("b", "100.64.0.9"), ("c", "172.16.0.9")])]
    assert kinds == [Kind.PRIVATE, Kind.OTHER, Kind.SELF_GIVEN]


@pytest.mark.parametrize("wanted", ["10.8.0.2", "tun0"])
def test_any_address_can_be_chosen(wanted: str) -> None:
    ranked = candidates(LINUX)
    chosen = choose(ranked, wanted)
    assert chosen[0] == Address("10.8.0.2", "tun0", Kind.VIRTUAL)
    assert set(chosen) == set(ranked)
    assert choose(ranked, None) == ranked


@pytest.mark.parametrize("addresses", [candidates(LINUX), ()])
def test_an_address_this_machine_has_not_is_one_clear_sentence(addresses: tuple[Address, ...]) -> None:
    with pytest.raises(AddressError, match="choose one of"):
        choose(addresses, "10.9.9.9")


def test_this_machine_is_asked() -> None:
    found = here()
    assert all(not one.ip.startswith("127.") for one in found)
    assert list(found) == sorted(found, key=lambda one: one.kind)
    out = outbound()
    assert out is None or socket.inet_aton(out)
