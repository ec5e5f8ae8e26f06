package dev.onceward.internal.guard;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class GuardedKeyTest {

    @Test
    void a_line_of_the_log_names_a_key_by_a_hash_that_postgresql_computes_too() {
        var hash = Sql.of(Servers.postgres())
                .query("SELECT left(encode(sha256(convert_to(?, 'UTF8')), 'hex'), 12)", "geheim-ö");
        assertThat(new GuardedKey("payment", "anna", "geheim-ö")).hasToString("operation=payment key-hash=" + hash);
    }
}
