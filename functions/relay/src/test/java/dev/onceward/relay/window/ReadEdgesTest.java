package dev.onceward.relay.window;

import java.time.Instant;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class ReadEdgesTest {

    @Test
    void reading_the_log_can_begin_at_a_time_and_at_an_event() throws Exception {
        var reader = new Reader(100);
        try (var writer = new Writer()) {
            var _ = writer.append("a");
            var _ = writer.commit();
            sql().execute("SELECT onceward.record_edge(interval '0')");
            var between = Instant.parse(sql().query("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', "
                    + "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"));
            var second = writer.append("b");
            var _ = writer.commit();
            sql().execute("SELECT onceward.record_edge(interval '0')");
            var third = writer.append("c");
            var _ = writer.commit();

            reader.readPosition = ReadPosition.at(await(reader.edges.at(between)));
            assertThat(reader.rest()).containsExactly(second, third);
            reader.readPosition = ReadPosition.at(await(reader.edges.before(third)).orElseThrow());
            assertThat(reader.rest()).containsExactly(third);
            assertThat(await(reader.edges.before(UUID.randomUUID()))).isEmpty();
        }
    }
}
