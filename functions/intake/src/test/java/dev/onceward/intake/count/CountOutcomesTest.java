package dev.onceward.intake.count;

import java.util.Map;
import java.util.UUID;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.mutiny.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.CreateBean;
import dev.onceward.intake.SampleSource;
import dev.onceward.intake.handshake.HandshakeReply;
import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.signature.Unsigned;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.intake.store.IntakeOutcome.FoundBy;
import dev.onceward.intake.store.IntakeOutcome.HandshakeAnswered;
import dev.onceward.intake.store.IntakeOutcome.NewlyStored;
import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;
import dev.onceward.testing.servers.UnreachableDatabase;

import static org.assertj.core.api.Assertions.assertThat;

class CountOutcomesTest {
    private static final Receipt RECEIPT = new Receipt(UUID.randomUUID(), "shop");

    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CountOutcomes countOutcomes = CreateBean.of(CountOutcomes.class, registry,
            UnreachableDatabase.pool(vertx));
    private final Source source = SampleSource.of(new Unsigned());

    @AfterEach
    void end() {
        vertx.closeAndAwait();
    }

    @Test
    void an_answered_handshake_is_counted_and_is_no_event() {
        countOutcomes.note(source, new HandshakeAnswered(new HandshakeReply(200, Map.of(), "")));
        assertThat(count("handshakes")).isEqualTo(1);
        assertThat(registry.find("onceward.intake.processed").counters()).isEmpty();
    }

    @Test
    void a_refused_handshake_is_an_error_and_not_an_answered_one() {
        countOutcomes.note(source, new RequestRefused(new Problem(ProblemType.UNAVAILABLE, "not now")));
        assertThat(count("errors", "problem", "unavailable")).isEqualTo(1);
        assertThat(registry.find("onceward.intake.handshakes").counters()).isEmpty();
    }

    @Test
    void new_events_and_duplicates_are_counted_apart() {
        countOutcomes.note(source, new NewlyStored(RECEIPT));
        countOutcomes.note(source, new Duplicate(RECEIPT, FoundBy.REDIS));
        countOutcomes.note(source, new Duplicate(RECEIPT, FoundBy.REDIS));
        countOutcomes.note(source, new Duplicate(RECEIPT, FoundBy.POSTGRES));
        assertThat(count("processed")).isEqualTo(1);
        assertThat(count("duplicates", "by", "redis")).isEqualTo(2);
        assertThat(count("duplicates", "by", "postgres")).isEqualTo(1);
    }

    @Test
    void an_unknown_source_is_counted_without_its_name() {
        countOutcomes.unknownSource();
        assertThat(registry.get("onceward.intake.errors").tags("source", "", "problem", "unknown-source").counter()
                .count()).isEqualTo(1);
    }

    private double count(String name, String... tags) {
        return registry.get("onceward.intake." + name).tag("source", "shop").tags(tags).counter().count();
    }
}
