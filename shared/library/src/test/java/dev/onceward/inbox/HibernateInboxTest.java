package dev.onceward.inbox;

import java.util.concurrent.CompletableFuture;

import io.smallrye.mutiny.Uni;
import org.hibernate.cfg.Configuration;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.provider.ReactiveServiceRegistryBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class HibernateInboxTest {
    private static final Mutiny.SessionFactory SESSIONS = sessions();

    private final HibernateInbox inbox = Inboxes.hibernateInbox();

    @BeforeEach
    void create() {
        Ledger.create();
    }

    @AfterAll
    static void close() {
        SESSIONS.close();
    }

    @Test
    void effect_and_mark_are_committed_with_the_session_and_not_before() {
        var before = await(SESSIONS.withTransaction((session, _) -> inbox
                .once(session, "ledger", "m", () -> write(session, "a"))
                .map(result -> result + " " + Ledger.entries() + Ledger.marks())));
        assertThat(before).isEqualTo(new Processed<>("wrote a") + " [][]");
        assertThat(Ledger.entries()).containsExactly("a");
        assertThat(Ledger.marks()).containsExactly("m");
    }

    @Test
    void a_message_that_was_processed_is_not_processed_again_by_a_session() {
        var _ = process("a");
        assertThat(process("b")).isEqualTo(new AlreadyProcessed<>());
        assertThat(Ledger.entries()).containsExactly("a");
    }

    @Test
    void a_session_and_a_transaction_of_the_pool_share_the_marks() {
        var _ = process("a");
        assertThat(await(Inboxes.inbox().once("ledger", "m", transaction -> Ledger.write(transaction, "b"))))
                .isEqualTo(new AlreadyProcessed<>());
    }

    @Test
    void a_session_whose_effect_fails_commits_nothing() {
        assertThatThrownBy(() -> await(SESSIONS.withTransaction((session, _) -> inbox.once(session, "ledger", "m",
                () -> write(session, "a").onItem().failWith(() -> new IllegalStateException("no"))))))
                .hasMessageContaining("no");
        assertThat(Ledger.entries()).isEmpty();
        assertThat(Ledger.marks()).isEmpty();
    }

    /// Otherwise the mark would be committed without the effect, and the message would be lost.
    @Test
    void a_session_that_hides_the_failure_of_an_effect_commits_nothing() {
        var _ = await(SESSIONS.withTransaction((session, _) -> inbox.once(session, "ledger", "m",
                () -> write(session, "a").onItem().failWith(() -> new IllegalStateException("no")))
                .onFailure().recoverWithNull()));
        assertThat(Ledger.entries()).isEmpty();
        assertThat(Ledger.marks()).isEmpty();
    }

    @Test
    void a_message_whose_mark_has_expired_is_processed_again_by_a_session() {
        var _ = process("a");
        sql().execute("UPDATE onceward.inbox SET expires_at = now()");
        assertThat(process("b")).isEqualTo(new Processed<>("wrote b"));
    }

    @Test
    void a_session_waits_for_another_delivery_and_takes_the_message_over_when_that_is_rolled_back() {
        var started = new CompletableFuture<Void>();
        var end = new CompletableFuture<String>();
        var first = Inboxes.inbox().once("ledger", "m", transaction -> Uni.createFrom().voidItem()
                .onItem().invoke(() -> started.complete(null))
                .chain(() -> Uni.createFrom().completionStage(end))).subscribeAsCompletionStage();
        started.join();
        var second = SESSIONS.withTransaction((session, _) -> inbox.once(session, "ledger", "m",
                () -> write(session, "second"))).subscribeAsCompletionStage();
        Ledger.awaitWaiting("mark_messages", 1);
        var _ = end.completeExceptionally(new IllegalStateException("no"));
        assertThatThrownBy(first::join).hasMessageContaining("no");
        assertThat(second.join()).isEqualTo(new Processed<>("wrote second"));
    }

    @Test
    void a_mark_of_a_session_is_kept_for_the_retention_of_its_consumer() {
        var _ = await(SESSIONS.withTransaction((session, _) -> inbox.once(session, "archive", "m",
                () -> write(session, "a"))));
        var _ = process("b");
        assertThat(sql().texts("SELECT expires_at = 'infinity' FROM onceward.inbox ORDER BY consumer"))
                .containsExactly("true", "false");
    }

    @Test
    void a_session_without_a_transaction_fails_and_marks_nothing() {
        assertThatThrownBy(() -> await(SESSIONS.withSession(session -> inbox.once(session, "ledger", "m",
                () -> write(session, "a"))))).hasMessageContaining("needs a transaction");
        assertThat(Ledger.marks()).isEmpty();
    }

    @Test
    void a_message_without_an_id_is_refused_by_a_session() {
        assertThatIllegalArgumentException().isThrownBy(() -> await(SESSIONS.withTransaction((session, _) -> inbox
                .once(session, "ledger", "", () -> write(session, "a"))))).withMessageContaining("message id");
    }

    private InboxResult<String> process(String entry) {
        return await(SESSIONS.withTransaction((session, _) -> inbox.once(session, "ledger", "m",
                () -> write(session, entry))));
    }

    private static Uni<String> write(Mutiny.Session session, String entry) {
        return session.createNativeQuery("INSERT INTO ledger VALUES (?1, 1)").setParameter(1, entry).executeUpdate()
                .replaceWith("wrote " + entry);
    }

    private static Mutiny.SessionFactory sessions() {
        var settings = new Configuration().setProperty("jakarta.persistence.jdbc.url", Servers.postgres().url());
        return settings.buildSessionFactory(new ReactiveServiceRegistryBuilder()
                .applySettings(settings.getProperties()).build()).unwrap(Mutiny.SessionFactory.class);
    }
}
