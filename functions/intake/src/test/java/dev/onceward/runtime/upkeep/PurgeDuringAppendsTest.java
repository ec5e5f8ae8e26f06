package dev.onceward.runtime.upkeep;

import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.Entries;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class PurgeDuringAppendsTest {
    static final String EXPIRED = """
            INSERT INTO onceward.key
            SELECT 'orders', 'k' || n, sha256('x'), gen_random_uuid(), 'orders', now() - n * interval '1 millisecond'
              FROM generate_series(1, 300) AS n""";

    @Test
    void a_purge_during_appends_of_the_same_keys_causes_no_deadlock_and_loses_no_event() {
        var upkeep = new Upkeep(Servers.pool(), new MeasureInbox(Servers.pool(), new SimpleMeterRegistry()));
        var log = Entries.log(Servers.otherPool());
        var before = deadlocks();
        for (var round = 0; round < 20; round++) {
            sql().execute(EXPIRED);
            var appends = Entries.together(IntStream.rangeClosed(1, 300)
                    .mapToObj(n -> log.append(Entries.keyed("k" + n))).toList());
            var both = await(Uni.combine().all().unis(appends, upkeep.run()).asTuple());
            assertThat(both.getItem1()).hasOnlyElementsOfType(Stored.class);
            sql().execute("TRUNCATE onceward.key");
        }
        assertThat(sql().count("event")).isEqualTo(20 * 300);
        assertThat(deadlocks()).isEqualTo(before);
    }

    static String deadlocks() {
        return sql().query("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    }
}
