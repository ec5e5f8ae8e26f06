package dev.onceward.bench;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;

/// Makes a new database like one that has been in use. That one writes its log into files it has already; a new one makes
/// each file of 16 MiB when it comes to it, and all commits wait meanwhile, some 30 ms every half second.
final class AgedDatabase {
    private static final String FILL = """
            DO $$
            BEGIN
                FOR file IN 1..128 LOOP
                    PERFORM pg_logical_emit_message(false, 'bench', 'fill');
                    PERFORM pg_switch_wal();
                END LOOP;
            END $$
            """;

    private AgedDatabase() {}

    /// The checkpoint keeps the files that were filled, for those that come.
    ///
    /// @param smoke whether figures say nothing anyway, so that it can stay new
    static void database(Vertx vertx, String url, boolean smoke) {
        if (smoke) {
            return;
        }
        var _ = Await.result(PgConnection.connect(vertx, PgConnectOptions.fromUri(url))
                .compose(connection -> connection.query(FILL).execute()
                        .compose(_ -> connection.query("CHECKPOINT").execute())
                        .eventually(() -> connection.close())));
    }
}
