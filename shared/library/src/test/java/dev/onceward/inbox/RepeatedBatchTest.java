package dev.onceward.inbox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.NotProcessed;
import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.outbox.Outbox;
import dev.onceward.outbox.Outboxes;
import dev.onceward.outbox.OutgoingEvent;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A batch runs without savepoints first, and again if an effect fails. Each effect writes a row, and puts an event into the
/// outbox.
@OnServers
class RepeatedBatchTest {
    /// With savepoints, each row would be that of another subtransaction.
    private static final String TRANSACTIONS = "SELECT count(DISTINCT xmin::text) FROM ledger";

    private final Inbox inbox = Inboxes.inbox();
    private final Outbox outbox = Outboxes.outbox();
    private final List<String> runs = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void create() {
        Ledger.create();
    }

    @Test
    void a_batch_of_which_no_message_fails_runs_each_effect_once_and_without_savepoints() {
        assertThat(process(List.of("a", "b", "c"))).hasSize(3).allMatch(Processed.class::isInstance);
        assertThat(runs).containsExactly("a", "b", "c");
        assertThat(sql().number(TRANSACTIONS)).isEqualTo(1);
    }

    @Test
    void the_effects_of_a_batch_run_again_if_one_fails_and_those_of_the_others_are_committed_once() {
        assertThat(process(List.of("a", "fail", "c"))).satisfiesExactly(
                first -> assertThat(first).isInstanceOf(Processed.class),
                second -> assertThat(second).isInstanceOf(NotProcessed.class),
                third -> assertThat(third).isInstanceOf(Processed.class));
        assertThat(runs).containsExactly("a", "fail", "a", "fail", "c");
        assertThatOnceCommitted("a", "c");
        assertThat(process(List.of("a", "c"))).allMatch(AlreadyProcessed.class::isInstance);
    }

    @Test
    void a_message_that_fails_the_first_time_only_is_processed_with_its_batch() {
        assertThat(process(List.of("a", "once", "c"))).hasSize(3).allMatch(Processed.class::isInstance);
        assertThat(runs).containsExactly("a", "once", "a", "once", "c");
        assertThatOnceCommitted("a", "c", "once");
    }

    @Test
    void a_batch_of_five_hundred_messages_with_one_that_fails_is_processed_but_for_that_one() {
        var messages = IntStream.range(0, 500).mapToObj(i -> i == 250 ? "fail" : "m" + i).toList();
        assertThat(process(messages)).filteredOn(Processed.class::isInstance).hasSize(499);
        assertThat(Ledger.entries()).hasSize(499).doesNotHaveDuplicates().doesNotContain("fail");
        assertThat(Ledger.marks()).hasSize(499).doesNotContain("fail");
        assertThat(sql().count("event")).isEqualTo(499);
    }

    /// What is not answered is not known to be rolled back.
    @Test
    void a_batch_whose_connection_is_lost_does_not_run_again() {
        assertThatThrownBy(() -> process(List.of("a", "terminate", "c"))).isNotNull();
        assertThat(runs).containsExactly("a", "terminate");
        assertThatOnceCommitted();
    }

    private List<InboxResult<Void>> process(List<String> messages) {
        return await(inbox.onceForEach("ledger", messages, message -> message, this::effect));
    }

    private Uni<Void> effect(SqlConnection transaction, String message) {
        runs.add(message);
        var written = Ledger.write(transaction, message).chain(() -> outbox.put(transaction, event(message)));
        return switch (message) {
            case "fail" -> written.onItem().failWith(() -> new IllegalStateException("no"));
            case "once" -> Collections.frequency(runs, message) == 1
                    ? Ledger.writeAndBreak(transaction, message).replaceWithVoid()
                    : written.replaceWithVoid();
            case "terminate" -> transaction.query("SELECT pg_terminate_backend(pg_backend_pid())").execute()
                    .replaceWithVoid();
            default -> written.replaceWithVoid();
        };
    }

    private static OutgoingEvent event(String message) {
        return OutgoingEvent.builder().source("shop").topic("orders").body("{\"id\":\"" + message + "\"}").build();
    }

    private static void assertThatOnceCommitted(String... messages) {
        assertThat(Ledger.entries()).containsExactly(messages);
        assertThat(Ledger.marks()).containsExactly(messages);
        assertThat(sql().count("event")).isEqualTo(messages.length);
    }
}
