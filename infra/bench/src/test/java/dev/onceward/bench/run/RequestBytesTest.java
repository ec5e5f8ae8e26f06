package dev.onceward.bench.run;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.signature.preset.PresetOptions;
import dev.onceward.intake.signature.preset.Presets;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;

import static org.assertj.core.api.Assertions.assertThat;

class RequestBytesTest {
    private static final String SECRET = "a secret of some length";
    private static final Pattern REQUEST = Pattern.compile(
            "POST /hooks/bench HTTP/1.1\r\n.*Idempotency-Key: \"([0-9a-f]{16})\"\r\n\r\n(\\{\"id\":\"\\1\",.*})",
            Pattern.DOTALL);

    @Test
    void the_key_and_the_body_of_a_request_contain_its_number_and_the_body_has_the_given_size() {
        var request = REQUEST.matcher(RequestBytes.keyed("/hooks/bench", 1024).numbered(7).toString());

        assertThat(request.matches()).isTrue();
        assertThat(request.group(2)).hasSize(1024);
    }

    @Test
    void each_number_makes_another_request_and_the_same_number_the_same_request() {
        var requests = RequestBytes.keyed("/hooks/bench", 1024);

        assertThat(LongStream.range(0, 1000).mapToObj(number -> requests.numbered(number).toString()))
                .doesNotHaveDuplicates();
        assertThat(RequestBytes.keyed("/hooks/bench", 1024).numbered(7)).isEqualTo(requests.numbered(7));
    }

    @Test
    void a_signed_request_is_genuine_whatever_its_number() {
        var requests = RequestBytes.signed("/hooks/signed", 1024, SECRET);
        var preset = Presets.named("github");
        var scheme = preset
                .scheme(new PresetOptions(List.of(new SecretText("1", SECRET)), null, "", PublishedKeys.NONE));

        var first = request(requests.numbered(1).toString());
        var second = request(requests.numbered(2).toString());

        assertThat(scheme.verify(first, Instant.EPOCH)).isEqualTo(new Verified("1"));
        assertThat(scheme.verify(second, Instant.EPOCH)).isEqualTo(new Verified("1"));
        assertThat(first.header("X-GitHub-Delivery")).isNotEqualTo(second.header("X-GitHub-Delivery"));
        assertThat(first.body().length()).isEqualTo(1024);
    }

    private static Request request(String request) {
        var end = request.indexOf("\r\n\r\n");
        var headers = MultiMap.caseInsensitiveMultiMap();
        request.substring(0, end).lines().skip(1).map(row -> row.split(": ", 2))
                .forEach(header -> headers.add(header[0], header[1]));
        return new Request(RequestLine.POST, headers, Buffer.buffer(request.substring(end + 4)));
    }
}
