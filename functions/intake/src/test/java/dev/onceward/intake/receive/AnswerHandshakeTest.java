package dev.onceward.intake.receive;

import java.time.Clock;
import java.time.Duration;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.CreateBean;
import dev.onceward.intake.SampleSource;
import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.HandshakeAnswered;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.intake.store.Step.Continue;
import dev.onceward.intake.store.Step.Finished;
import dev.onceward.intake.verify.KeyServer;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.ProblemType;
import dev.onceward.testing.servers.UnreachableDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/// A sender whose handshake is answered once intake has fetched the address in it.
class AnswerHandshakeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Source TOPIC = SampleSource.of((_, _) -> new Verified("1"), Handshake.SNS);

    private final KeyServer amazon = new KeyServer();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final AnswerHandshake answerHandshake = CreateBean.of(AnswerHandshake.class, amazon.visits(), registry,
            Clock.systemUTC(),
            PublishedKeys.NONE, UnreachableDatabase.pool(amazon.vertx()), amazon.vertx().getDelegate());

    @AfterEach
    void end() {
        amazon.close();
    }

    @Test
    void a_subscription_is_answered_after_it_is_confirmed() {
        assertThat(handshake()).isInstanceOfSatisfying(HandshakeAnswered.class,
                answered -> assertThat(answered.reply().status()).isEqualTo(200));
        assertThat(amazon.asked()).containsExactly("/confirm");
    }

    /// Amazon asks again then.
    @Test
    void a_subscription_that_cannot_be_confirmed_is_answered_503() {
        amazon.fails();
        assertThat(handshake()).isInstanceOfSatisfying(RequestRefused.class, refused -> {
            assertThat(refused.problem().type()).isEqualTo(ProblemType.UNAVAILABLE);
            assertThat(refused.problem().type().status()).isEqualTo(503);
        });
        assertThat(amazon.asked()).containsExactly("/confirm");
    }

    @Test
    void an_unverified_subscription_is_not_confirmed() {
        assertThat(answerHandshake.unsigned(new ReceivedRequest(TOPIC, subscription())).await().atMost(PATIENCE))
                .isInstanceOf(Continue.class);
        assertThat(amazon.asked()).isEmpty();
    }

    private IntakeOutcome handshake() {
        return switch (answerHandshake.signed(new VerifiedRequest(TOPIC, subscription(), "1")).await()
                .atMost(PATIENCE)) {
            case Finished(var outcome) -> outcome;
            case Continue(var verified) -> throw new AssertionError(verified);
        };
    }

    private static Request subscription() {
        var message = new JsonObject().put("Type", "SubscriptionConfirmation").put("SubscribeURL",
                "https://sns.us-west-2.amazonaws.com/confirm?Action=ConfirmSubscription&Token=a");
        return new Request(MultiMap.caseInsensitiveMultiMap(), Buffer.buffer(message.encode()));
    }
}
