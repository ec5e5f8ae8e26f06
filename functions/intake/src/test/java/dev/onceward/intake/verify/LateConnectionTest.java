package dev.onceward.intake.verify;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PfxOptions;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.core.http.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// A connection that is there too late is nobody's, and must not keep the place of one that is wanted.
class LateConnectionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String PASSWORD = "changeit";

    private final TrustAllVertx vertx = new TrustAllVertx();
    private final FetchUrl fetchUrl = new FetchUrl(vertx, PATIENCE);
    private NetServer server = vertx.getDelegate().createNetServer();
    private final CompletableFuture<Void> secured = new CompletableFuture<>();

    /// Who knows nobody believes everybody.
    private static final class TrustAllVertx extends Vertx {
        TrustAllVertx() {
            super(io.vertx.core.Vertx.vertx());
        }

        @Override
        public HttpClient createHttpClient(HttpClientOptions options) {
            return super.createHttpClient(options.setTrustAll(true).setVerifyHost(false));
        }
    }

    @BeforeEach
    void begin(@TempDir Path directory) throws IOException, InterruptedException {
        var store = directory.resolve("sender.p12").toString();
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        assertThat(
                new ProcessBuilder(keytool, "-genkeypair", "-alias", "sender", "-keyalg", "EC", "-dname", "CN=sender",
                        "-keystore", store, "-storetype", "PKCS12", "-storepass", PASSWORD).inheritIO().start()
                        .waitFor())
                .isZero();
        server = vertx.getDelegate()
                .createNetServer(new NetServerOptions()
                        .setKeyCertOptions(new PfxOptions().setPath(store).setPassword(PASSWORD)))
                .connectHandler(this::greet)
                .listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
    }

    @AfterEach
    void end() {
        vertx.closeAndAwait();
    }

    /// There are two connections to a host. TLS begins when all have given up.
    @Test
    void a_tls_connection_that_is_established_after_the_timeout_is_released() {
        var late = Stream.generate(() -> get().onFailure().recoverWithItem(new byte[0])).limit(3).toList();
        assertThat(await(Uni.join().all(late).andFailFast())).hasSize(3).allMatch(got -> got.length == 0);
        secured.complete(null);
        assertThat(await(get())).hasSize(3);
        assertThat(await(get())).hasSize(3);
    }

    private Uni<byte[]> get() {
        return fetchUrl.get(URI.create("https://127.0.0.1:" + server.actualPort() + "/key"));
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE.multipliedBy(3));
    }

    private void greet(NetSocket socket) {
        socket.pause();
        var _ = secured.thenRun(() -> vertx.getDelegate().runOnContext(_ -> secure(socket)));
    }

    private static void secure(NetSocket socket) {
        var _ = socket.handler(_ -> socket.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nkey"));
        socket.resume().upgradeToSsl().onFailure(_ -> socket.close());
    }
}
