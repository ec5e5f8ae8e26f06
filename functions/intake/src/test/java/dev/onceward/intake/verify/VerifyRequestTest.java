package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.intake.CreateBean;
import dev.onceward.intake.SampleSource;
import dev.onceward.intake.VectorRequest;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.signature.preset.PresetOptions;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;
import dev.onceward.testing.servers.UnreachableDatabase;

import static org.assertj.core.api.Assertions.assertThat;

/// Senders that publish their keys.
class VerifyRequestTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Request REQUEST = new Request(MultiMap.caseInsensitiveMultiMap(), Buffer.buffer());

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final KeyServer sender = new KeyServer();
    private final URI key = sender.at("/key");
    private final ManualClock clock = new ManualClock();
    private final FetchedKeys keys = new FetchedKeys(clock, sender.visits());
    private final VerifyRequest verifyRequest = verification(clock, keys);
    private final Source source = SampleSource.of((_, _) -> keys.at(key).isPresent()
            ? new Verified("1")
            : new KeyUnavailable(key));

    static Stream<VectorRequest> withPublishedKeys() {
        return VectorRequest.all().filter(VectorRequest::isOfPublishedKey);
    }

    @AfterEach
    void end() {
        sender.close();
    }

    @Test
    void a_request_whose_key_is_missing_is_verified_after_the_key_is_fetched() {
        assertThat(verify()).isEqualTo(new Verified("1"));
        assertThat(sender.asked()).containsExactly("/key");
        assertThat(counted("secret.matched", "secret", "1")).isEqualTo(1);
        assertThat(counted("unverified", "reason", "no-key")).isZero();
    }

    @Test
    void a_key_that_was_fetched_is_not_fetched_again() {
        assertThat(verify()).isEqualTo(new Verified("1"));
        assertThat(verify()).isEqualTo(new Verified("1"));
        assertThat(sender.asked()).hasSize(1);
    }

    @Test
    void a_request_whose_key_cannot_be_fetched_is_not_called_unverified() {
        sender.fails();
        assertThat(verify()).isEqualTo(new KeyUnavailable(key));
        assertThat(counted("unverified", "reason", "no-key")).isEqualTo(1);
        assertThat(counted("secret.matched", "secret", "1")).isZero();
    }

    @ParameterizedTest
    @MethodSource("withPublishedKeys")
    void a_request_is_genuine_by_the_key_that_its_sender_publishes(VectorRequest vectorRequest) {
        sender.answers(request -> request.response().end(vectorRequest.published()));
        var then = Clock.fixed(vectorRequest.at(), ZoneOffset.UTC);
        var fetched = new FetchedKeys(then, sender.visits());
        var terms = new PresetOptions(List.of(new SecretText("1", vectorRequest.secret())),
                vectorRequest.preset().tolerance().orElse(null),
                vectorRequest.fact("url").orElse(""), fetched);
        assertThat(verification(then, fetched)
                .verify(SampleSource.of(vectorRequest.preset().scheme(terms)), vectorRequest.request())
                .await().atMost(PATIENCE)).isEqualTo(new Verified("1"));
        assertThat(sender.asked()).hasSize(1);
    }

    private Verdict verify() {
        return verifyRequest.verify(source, REQUEST).await().atMost(PATIENCE);
    }

    private VerifyRequest verification(Clock time, FetchedKeys fetched) {
        return CreateBean.of(VerifyRequest.class, time, fetched, registry, UnreachableDatabase.pool(sender.vertx()),
                sender.vertx().getDelegate());
    }

    private double counted(String name, String label, String value) {
        return registry.counter("onceward.intake." + name, "source", "shop", label, value).count();
    }
}
