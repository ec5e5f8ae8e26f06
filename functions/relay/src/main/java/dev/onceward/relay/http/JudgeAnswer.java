package dev.onceward.relay.http;

import java.time.Clock;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.ReceiverAnswer;
import dev.onceward.relay.sink.AttemptOutcome.Refused;

/// Decides what a receiver's answer means for the event.
record JudgeAnswer(Clock clock) {

    /// An answer that ended early counts as a failure whatever its status: the event is then delivered twice under the
    /// same id rather than not at all.
    AttemptOutcome judge(HttpAnswer http) {
        var answer = new ReceiverAnswer(http.status(), http.excerpt());
        var why = "answered " + http.status();
        var cut = http.cut();
        if (cut != null) {
            return new Failed(why + ", and then: " + HttpFailureText.of(cut), null, answer);
        }
        return switch (http.status()) {
            case 400, 401, 403, 404, 422 -> new Refused(why, answer);
            case 410 -> new Gone(why, answer);
            case 429, 503 -> new Failed(why, RetryAfter.of(http.headers(), clock), answer);
            default -> byClass(http, why, answer);
        };
    }

    private static AttemptOutcome byClass(HttpAnswer http, String why, ReceiverAnswer answer) {
        return switch (http.status() / 100) {
            case 2 -> new Delivered(isReplayed(http));
            case 3 -> new Failed(why + ", and redirects are not followed", null, answer);
            default -> new Failed(why, null, answer);
        };
    }

    /// Receivers such as intake set this header for an event that they know already.
    private static boolean isReplayed(HttpAnswer http) {
        return "true".equalsIgnoreCase(http.headers().get("idempotent-replayed"));
    }
}
