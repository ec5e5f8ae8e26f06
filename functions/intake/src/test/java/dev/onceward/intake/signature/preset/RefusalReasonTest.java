package dev.onceward.intake.signature.preset;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;

import static org.assertj.core.api.Assertions.assertThat;

/// At which step a request turns out not to be genuine.
class RefusalReasonTest {
    @Test
    void the_refusal_reason_names_the_verification_step_that_failed() {
        assertThat(reason(SignedVector.named("github").withHeaders(List.of()).verdict()))
                .isEqualTo(RefusalReason.MISSING);
        assertThat(reason(SignedVector.named("github").mapHeader("X-Hub-Signature-256", _ -> "sha256=zz").verdict()))
                .isEqualTo(RefusalReason.MALFORMED);
        assertThat(reason(SignedVector.named("github").withBody(new byte[0]).verdict()))
                .isEqualTo(RefusalReason.NO_MATCH);
    }

    @Test
    void an_event_id_with_other_text_behind_it_is_malformed() {
        var longer = SignedVector.named("twitch").mapHeader("Twitch-Eventsub-Message-Id", text -> text + "{\"event\":");
        assertThat(reason(longer.verdict())).isEqualTo(RefusalReason.MALFORMED);
    }

    private static RefusalReason reason(Verdict verdict) {
        return verdict instanceof Unverified(var reason, var _) ? reason : RefusalReason.AHEAD;
    }
}
