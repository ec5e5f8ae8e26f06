package dev.onceward.relay.address;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Knows the addresses that outgoing HTTP must not reach (server-side request forgery): this machine, its networks, and
/// everything else that is not public. Otherwise whoever may configure an address for webhooks could read internal
/// services, first of all the credentials at a cloud's metadata address.
final class PrivateAddresses {
    private static final List<AddressBlock> V4 = blocks(
            "0.0.0.0/8", // this network; 0.0.0.0 reaches loopback on Linux
            "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", // private
            "100.64.0.0/10", // carriers' networks, and a cloud's metadata at 100.100.100.200
            "127.0.0.0/8", // loopback
            "168.63.129.16/32", // a cloud's host, under a public address
            "169.254.0.0/16", // link-local, and clouds' metadata at 169.254.169.254
            "192.0.0.0/24", "192.88.99.0/24", // protocols
            "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", // documentation
            "198.18.0.0/15", // benchmarks
            "224.0.0.0/4", // multicast
            "240.0.0.0/4"); // reserved, broadcast

    /// The only public addresses of IPv6. All others are loopback, link-local, private, multicast or unused.
    private static final AddressBlock V6_PUBLIC = AddressBlock.of("2000::/3");
    private static final List<AddressBlock> V6 = blocks(
            "2001::/23", // protocols, among them Teredo, which hides an IPv4 address
            "2001:db8::/32", "3fff::/20"); // documentation

    private static final AddressBlock SIX_TO_FOUR = AddressBlock.of("2002::/16");
    private static final AddressBlock NAT64 = AddressBlock.of("64:ff9b::/96");

    private PrivateAddresses() {}

    static boolean holds(InetAddress address) {
        var bytes = address.getAddress();
        return bytes.length == 4 ? among(V4, bytes) : holdsV6(bytes);
    }

    /// An IPv6 address that contains an IPv4 address is judged by the latter.
    private static boolean holdsV6(byte[] bytes) {
        if (NAT64.holds(bytes)) {
            return among(V4, Arrays.copyOfRange(bytes, 12, 16));
        }
        if (SIX_TO_FOUR.holds(bytes)) {
            return among(V4, Arrays.copyOfRange(bytes, 2, 6));
        }
        if (isIsatap(bytes) && among(V4, Arrays.copyOfRange(bytes, 12, 16))) {
            return true;
        }
        return !V6_PUBLIC.holds(bytes) || among(V6, bytes);
    }

    private static boolean isIsatap(byte[] bytes) {
        return (bytes[8] & 0xfd) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == (byte) 0xfe;
    }

    private static boolean among(List<AddressBlock> blocks, byte[] address) {
        return blocks.stream().anyMatch(block -> block.holds(address));
    }

    private static List<AddressBlock> blocks(String... texts) {
        return Stream.of(texts).map(AddressBlock::of).toList();
    }
}
