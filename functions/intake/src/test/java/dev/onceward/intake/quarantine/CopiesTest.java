package dev.onceward.intake.quarantine;

import java.util.List;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

import dev.onceward.request.Fingerprint;
import dev.onceward.signature.Reason;
import dev.onceward.signature.Verdict.Forged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class CopiesTest {
    private final Suspect first = suspect("shop", "a");
    private final Suspect other = suspect("shop", "b");
    private final Copies copies = Copies.among(
            List.of(first, other, suspect("shop", "a"), suspect("bank", "a"), suspect("shop", "a")));

    @Test
    void of_copies_the_first_is_sent_with_how_many_they_are() {
        assertThat(copies.firsts()).startsWith(first, other).hasSize(3);
        assertThat(copies.firsts()).extracting(copies::times).containsExactly(3L, 1L, 1L);
    }

    @Test
    void each_gets_its_fate_and_the_copies_of_what_is_kept_came_again() {
        assertThat(copies.fates(List.of(Fate.KEPT, Fate.FULL, Fate.AGAIN))).containsExactly(Fate.KEPT, Fate.FULL,
                Fate.AGAIN, Fate.AGAIN, Fate.AGAIN);
    }

    @Test
    void the_copies_of_what_found_no_room_found_none() {
        assertThat(copies.fates(List.of(Fate.FULL, Fate.KEPT, Fate.KEPT))).containsExactly(Fate.FULL, Fate.KEPT,
                Fate.FULL, Fate.KEPT, Fate.FULL);
    }

    private static Suspect suspect(String source, String body) {
        return new Suspect(UUID.randomUUID(), source, Fingerprint.of(body.getBytes(UTF_8)),
                new Forged(Reason.NO_MATCH, "no secret matches"), "POST", "", "{}", Buffer.buffer(body));
    }
}
