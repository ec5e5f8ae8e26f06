package dev.onceward.intake.log;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// A batch stores what is new in its first statement and makes room for the rest in its second, which may fail.
@OnServers
class ReplaceExpiredKeysTest {
    final AppendBatch appendBatch = Entries.append(Servers.pool());
    final List<NewEvent> batch = List.of(Entries.unkeyed(), Entries.keyed("new"), Entries.keyed("old"));

    @BeforeEach
    void expire() {
        var _ = await(appendBatch.all(List.of(Entries.keyed("old"))));
        sql().execute(AppendBatchTest.EXPIRE);
        sql().execute("CREATE SEQUENCE public.attempt");
    }

    @AfterEach
    void repair() {
        sql().execute("DROP TRIGGER kill_point ON onceward.key");
        sql().execute("DROP FUNCTION public.kill_point");
        sql().execute("DROP SEQUENCE public.attempt");
    }

    @Test
    void new_events_are_not_stored_again_when_deleting_expired_keys_is_retried() {
        failAttempts(1, "40001");
        assertThat(await(appendBatch.all(batch))).hasOnlyElementsOfType(Stored.class);
        assertThat(sql().count("event")).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "53100", "57014"})
    void new_events_are_stored_even_if_expired_keys_cannot_be_deleted_for_the_others(String state) {
        failAttempts(1000, state);
        assertThat(await(appendBatch.all(batch))).extracting(Object::getClass).containsExactly(Stored.class,
                Stored.class,
                Unavailable.class);
        assertThat(sql().count("event")).isEqualTo(3);
    }

    static void failAttempts(int attempts, String state) {
        sql().execute("""
                CREATE FUNCTION public.kill_point() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('public.attempt') <= %d THEN
                        RAISE EXCEPTION 'kill point' USING ERRCODE = '%s';
                    END IF;
                    RETURN OLD;
                END $$""".formatted(attempts, state));
        sql().execute("""
                CREATE TRIGGER kill_point BEFORE DELETE ON onceward.key
                FOR EACH ROW EXECUTE FUNCTION public.kill_point()""");
    }
}
