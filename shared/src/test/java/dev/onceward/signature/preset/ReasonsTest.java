package dev.onceward.signature.preset;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.onceward.signature.Reason;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;

import static org.assertj.core.api.Assertions.assertThat;

/// At which step a request turns out not to be genuine.
class ReasonsTest {
    @Test
    void the_reason_says_which_step_failed() {
        assertThat(reason(Vector.named("github").withHeaders(List.of()).verdict())).isEqualTo(Reason.MISSING);
        assertThat(reason(Vector.named("github").mapHeader("X-Hub-Signature-256", _ -> "sha256=zz").verdict()))
                .isEqualTo(Reason.MALFORMED);
        assertThat(reason(Vector.named("github").withBody(new byte[0]).verdict())).isEqualTo(Reason.NO_MATCH);
    }

    @Test
    void an_id_that_holds_more_than_an_id_is_no_id() {
        var longer = Vector.named("twitch").mapHeader("Twitch-Eventsub-Message-Id", text -> text + "{\"event\":");
        assertThat(reason(longer.verdict())).isEqualTo(Reason.MALFORMED);
    }

    private static Reason reason(Verdict verdict) {
        return verdict instanceof Forged(var reason, var _) ? reason : Reason.AHEAD;
    }
}
