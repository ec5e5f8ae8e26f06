package dev.onceward.intake.quarantine;

import java.util.List;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.internal.key.Fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class RepeatedRequestsTest {
    private final UnverifiedRequest first = unverifiedRequest("shop", "a");
    private final UnverifiedRequest other = unverifiedRequest("shop", "b");
    private final RepeatedRequests repeatedRequests = RepeatedRequests.among(
            List.of(first, other, unverifiedRequest("shop", "a"), unverifiedRequest("bank", "a"),
                    unverifiedRequest("shop", "a")));

    @Test
    void repeated_requests_are_reduced_to_the_first_with_their_number() {
        assertThat(repeatedRequests.firsts()).startsWith(first, other).hasSize(3);
        assertThat(repeatedRequests.firsts()).extracting(repeatedRequests::times).containsExactly(3L, 1L, 1L);
    }

    @Test
    void each_request_gets_its_result_and_repetitions_of_a_kept_request_get_again() {
        assertThat(
                repeatedRequests.results(List.of(QuarantineResult.KEPT, QuarantineResult.FULL, QuarantineResult.AGAIN)))
                .containsExactly(QuarantineResult.KEPT, QuarantineResult.FULL,
                        QuarantineResult.AGAIN, QuarantineResult.AGAIN, QuarantineResult.AGAIN);
    }

    @Test
    void repetitions_of_a_request_that_found_the_quarantine_full_get_full() {
        assertThat(
                repeatedRequests.results(List.of(QuarantineResult.FULL, QuarantineResult.KEPT, QuarantineResult.KEPT)))
                .containsExactly(QuarantineResult.FULL, QuarantineResult.KEPT,
                        QuarantineResult.FULL, QuarantineResult.KEPT, QuarantineResult.FULL);
    }

    private static UnverifiedRequest unverifiedRequest(String source, String body) {
        return new UnverifiedRequest(UUID.randomUUID(), source, Fingerprint.of(body.getBytes(UTF_8)),
                new Unverified(RefusalReason.NO_MATCH, "no secret matches"), "POST", "", "{}", Buffer.buffer(body));
    }
}
