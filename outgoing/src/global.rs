//! Which addresses belong to the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is one of the public internet: not of this machine, a private network, or any other range that
/// IANA's registries of special addresses reserve.
#[must_use]
pub fn is_global(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_global_v4(address),
        IpAddr::V6(address) => is_global_v6(address),
    }
}

const fn is_global_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., _, _)
            // Shared by the customers of a provider (carrier-grade NAT).
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 168, _)
            // Protocol assignments, documentation, the retired relays of 6to4.
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (198, 51, 100)
            | (203, 0, 113)
            // Benchmarks.
            | (198, 18 | 19, _)
    )
}

/// Only 2000::/3 has been given out; some ranges within it carry an IPv4 address or are reserved.
const fn is_global_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    matches!(a, 0x2000..=0x3fff)
        && !matches!(
            (a, b),
            // Protocol assignments with Teredo, documentation, 6to4.
            (0x2001, ..=0x01ff | 0x0db8) | (0x2002, _) | (0x3fff, ..=0x0fff)
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_public_internet_are_global() {
        for global in ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111"] {
            assert!(is_global(global.parse().unwrap()), "{global}");
        }
        for special in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "fc00::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_global(special.parse().unwrap()), "{special}");
        }
    }
}
