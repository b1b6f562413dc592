"""The address that limits count."""

import ipaddress


def counting_address(remote: str) -> str:
    """Return an IPv4 address, or the /64 of an IPv6 address; "unknown" if `remote` is neither.

    One IPv6 client usually has 2**64 addresses.
    """
    try:
        address = ipaddress.ip_address(remote.strip())
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)
