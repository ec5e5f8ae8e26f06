package dev.onceward.intake.signature.preset;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.internal.request.RequestLine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/// Senders that are known by where they send from.
class AddressesTest {
    @ParameterizedTest
    @CsvSource({"192.0.2.0/24,192.0.2.255,true", "192.0.2.0/24,192.0.3.0,false", "192.0.2.7,192.0.2.7,true",
            "192.0.2.7,192.0.2.8,false", "2001:db8::/32,2001:db8:1::1,true", "2001:db8::/32,2001:db9::1,false",
            "0.0.0.0/0,198.51.100.1,true", "0.0.0.0/0,2001:db8::1,false", "192.0.2.0/24,::ffff:192.0.2.1,true",
            "192.0.2.0/24,'',false", "192.0.2.0/24,localhost,false"})
    void a_request_is_genuine_only_if_its_peer_address_is_in_the_range(String range, String peer, boolean genuine) {
        var given = SignedVector.named("ip-allow-list");
        var vector = new SignedVector(given.file(), Map.of("preset", "ip-allow-list", "secret", range),
                new RequestLine("POST", "", peer), given.headers(), given.body());
        assertThat(vector.verdict() instanceof Verified).isEqualTo(genuine);
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com", "192.0.2.0/33", "192.0.2.0/x", "192.0.2", "/24", "2001:db8::/129"})
    void an_invalid_address_range_is_refused(String range) {
        assertThatIllegalArgumentException().isThrownBy(() -> SignedVector.named("ip-allow-list").verdict(range,
                SignedVector.named("ip-allow-list").at())).withMessageStartingWith("must be addresses or ranges");
    }
}
