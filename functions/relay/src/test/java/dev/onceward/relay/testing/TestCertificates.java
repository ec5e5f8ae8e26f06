package dev.onceward.relay.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;

import static org.assertj.core.api.Assertions.assertThat;

/// Key stores of servers, and one with those that are vouched for.
public record TestCertificates(Path directory) {
    public static final String PASSWORD = "changeit";

    /// A server's, under the name of its store.
    public void make(String name, String subject) throws IOException, InterruptedException {
        keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "san=" + subject,
                "-keystore", store(name));
    }

    public void trust(String name) throws IOException, InterruptedException {
        keytool("-exportcert", "-alias", name, "-keystore", store(name), "-file", store(name) + ".crt");
        keytool("-importcert", "-noprompt", "-alias", name, "-keystore", trusted(), "-file", store(name) + ".crt");
    }

    public String trusted() {
        return store("trusted");
    }

    public HttpServerOptions server(String name) {
        return new HttpServerOptions().setHost("127.0.0.1").setSsl(true)
                .setKeyCertOptions(new PfxOptions().setPath(store(name)).setPassword(PASSWORD));
    }

    private String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        var ended = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.txt").toFile()).start().waitFor();
        assertThat(ended).isZero();
    }
}
