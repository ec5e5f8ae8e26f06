package dev.onceward.runtime.log;

import java.util.List;
import java.util.UUID;

import io.vertx.mutiny.sqlclient.Tuple;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class OrderingKeyTest {

    @Test
    void postgresql_and_java_compute_the_same_hash_of_an_ordering_key() {
        for (var group : List.of("shop", "s", "caf\u00e9", "")) {
            for (var key : List.of("7", "customer-7", "\u4e00".repeat(900), "\ud83d\ude00", "it's \"7\" \\ %", "")) {
                assertThat(new OrderingKey(group, key).hash()).isEqualTo(inPostgres(group, key));
            }
        }
    }

    @Test
    void the_hash_of_an_ordering_key_depends_on_where_the_group_ends_and_the_key_begins() {
        assertThat(new OrderingKey("a", "bc").hash()).isNotEqualTo(new OrderingKey("ab", "c").hash());
        assertThat(new OrderingKey("a", "b").hash()).isNotEqualTo(new OrderingKey("b", "a").hash());
    }

    private static UUID inPostgres(String group, String key) {
        return await(Servers.pool().preparedQuery("SELECT onceward.ordering_hash($1, $2)")
                .execute(Tuple.of(group, key))).iterator().next().getUUID(0);
    }
}
