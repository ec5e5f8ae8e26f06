package dev.onceward.relay.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PrivateAddressesTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.255.255.255", "0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255",
            "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255", "169.254.0.1", "169.254.169.254",
            "100.64.0.0", "100.127.255.255", "100.100.100.200", "168.63.129.16", "192.0.0.1", "192.0.0.255",
            "192.0.2.1",
            "192.88.99.1", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
            "239.255.255.255", "240.0.0.0", "255.255.255.255"})
    void private_and_reserved_ipv4_addresses_are_private(String address) {
        assertThat(PrivateAddresses.holds(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::", "::1", "::2", "fe80::1", "febf:ffff::1", "fec0::1", "fc00::1", "fdff:ffff::1",
            "fd00:ec2::254", "ff02::1", "ff0e::1", "100::1", "2001:db8::1", "3fff::1", "3fff:fff::1", "2001:2::1",
            "2001:10::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "4000::1", "5f00::1", "64:ff9b:1::1"})
    void private_and_reserved_ipv6_addresses_are_private(String address) {
        assertThat(PrivateAddresses.holds(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1",
            "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "2002:a9fe:a9fe::", "2002:c0a8:101::1",
            "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:192.168.0.1"})
    void an_ipv6_address_that_embeds_a_private_ipv4_address_is_private(String address) {
        assertThat(PrivateAddresses.holds(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
            "128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255",
            "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
            "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001:80e::200e", "2001:4860:4860::8888",
            "2001:200::1", "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
            "2606:4700::5efe:8.8.8.8"})
    void public_addresses_are_not_private(String address) {
        assertThat(PrivateAddresses.holds(InetAddress.ofLiteral(address))).isFalse();
    }

    @Test
    void a_mapped_private_address_made_of_bytes_is_private() throws UnknownHostException {
        var mapped = HexFormat.of().parseHex("00000000000000000000ffff7f000001");
        assertThat(PrivateAddresses.holds(InetAddress.getByAddress("public.example", mapped))).isTrue();
    }
}
