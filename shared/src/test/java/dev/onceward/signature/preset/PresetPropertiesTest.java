package dev.onceward.signature.preset;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.request.Chance;
import dev.onceward.request.Line;
import dev.onceward.signature.Verdict.Forged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

/// Whatever comes in, verification ends with a verdict.
class PresetPropertiesTest {
    private static final String[] PIECES = {"t=", "v1=", "v0=", "sha256=", "ts=", ";", ",", " ", "|", ".", "=", "%",
            "%2",
            "%zz", "Bearer ", "Basic ", "Hash=", "\"", "\\", "1700000000", "2023-11-14T22:13:20Z", "AAAA", "00ff",
            "\u00e9",
            "\0", "{", "}", "-----BEGIN CERTIFICATE-----", "eyJhbGciOiJSUzI1NiJ9", "https://api.paypal.com/v1/"};
    private static final String[] JSON = {"{", "}", "[", "]", "\"", ":", ",", "1", "null", "\"value\"",
            "\"clientState\"",
            "\"notificationItems\"", "\"NotificationRequestItem\"", "\"Signature\"", "\"signature\"", "\"passcode\"",
            " ", "-"};

    static Stream<Vector> vectors() {
        return Vector.all();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void any_headers_and_any_body_end_in_a_verdict(Vector vector) {
        Chance.often(100, chance -> assertThat(by(chance, vector).verdict()).isInstanceOf(Forged.class));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_anything_for_one_header_ends_in_a_verdict(Vector vector) {
        Places.headers(vector).forEach(name -> Chance.often(30,
                chance -> assertThat(vector.mapHeader(name, _ -> text(chance)).verdict()).isNotNull()));
    }

    /// A megabyte takes any of them some milliseconds; what is quadratic would take hours.
    @ParameterizedTest
    @MethodSource("vectors")
    void what_is_made_to_take_long_takes_no_longer_than_its_size(Vector vector) {
        for (var piece : PIECES) {
            var header = piece.repeat(60_000 / piece.length());
            var hostile = vector.withBody(piece.repeat((1 << 20) / piece.length()).getBytes(UTF_8))
                    .withHeaders(vector.headers().stream().map(one -> Map.entry(one.getKey(), header)).toList())
                    .withQuery(header);
            assertTimeout(Duration.ofSeconds(5), () -> assertThat(hostile.verdict()).isNotNull());
        }
    }

    private static Vector by(Chance chance, Vector vector) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        vector.headers().forEach(header -> headers.add(Map.entry(header.getKey(), text(chance))));
        var line = new Line("POST", text(chance), "198.51.100.1".repeat(chance.below(2)));
        var body = chance.below(2) == 0 ? Buffer.buffer(chance.bytes(300)) : Buffer.buffer(chance.pieces(40, JSON));
        return new Vector(vector.file(), vector.facts(), line, headers, body);
    }

    private static String text(Chance chance) {
        return chance.below(2) == 0 ? chance.text(200) : chance.pieces(20, PIECES);
    }
}
