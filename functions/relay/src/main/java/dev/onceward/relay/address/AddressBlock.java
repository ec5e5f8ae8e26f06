package dev.onceward.relay.address;

import java.math.BigInteger;
import java.net.InetAddress;

/// A block of addresses, written like `10.0.0.0/8`.
///
/// @param bits how many bits an address has
/// @param prefix how many leading bits all addresses of the block share
/// @param shared those leading bits
record AddressBlock(int bits, int prefix, BigInteger shared) {

    static AddressBlock of(String text) {
        var slash = text.indexOf('/');
        var address = InetAddress.ofLiteral(text.substring(0, slash)).getAddress();
        var bits = address.length * Byte.SIZE;
        var prefix = Integer.parseInt(text.substring(slash + 1));
        return new AddressBlock(bits, prefix, leading(address, bits - prefix));
    }

    boolean holds(byte[] address) {
        return address.length * Byte.SIZE == bits && leading(address, bits - prefix).equals(shared);
    }

    private static BigInteger leading(byte[] address, int without) {
        return new BigInteger(1, address).shiftRight(without);
    }
}
