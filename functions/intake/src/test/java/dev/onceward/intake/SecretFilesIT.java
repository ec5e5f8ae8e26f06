package dev.onceward.intake;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.intake.configuration.MountedSecret;
import dev.onceward.runtime.signing.Signer;
import dev.onceward.testing.Eventually;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.watching;
import static org.assertj.core.api.Assertions.assertThat;

class SecretFilesIT {
    private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String NEW = "whsec_QW4gb3RoZXIgc2VjcmV0LCBvbGQgYnV0IGdvb2Q=";
    private static final String OTHER = "whsec_eWV0IGFub3RoZXIgc2VjcmV0IGluIHRoZSBjbGVhcg==";
    private static final List<String> SHOWN = List.of("/q/metrics", "/q/health", "/q/health/live", "/q/health/ready",
            "/q/health/started", "/q/health/well", "/q/health/group");

    @TempDir
    private Path directory;

    @Test
    void a_secret_is_rotated_while_the_function_runs() {
        var mounted = MountedSecret.at(directory, Map.of("spring", OLD));
        try (var function = launch().start()) {
            assertThat(status(function, OLD)).isEqualTo(202);
            assertThat(status(function, NEW)).isEqualTo(401);
            mounted.hold(Map.of("spring", OLD, "autumn", NEW));
            Eventually.holds(() -> status(function, NEW) == 202);
            assertThat(status(function, OLD)).isEqualTo(202);
            mounted.hold(Map.of("autumn", NEW));
            Eventually.holds(() -> status(function, OLD) == 401);
            assertThat(status(function, NEW)).isEqualTo(202);
            assertThat(function.output()).doesNotContain(OLD.substring(6), NEW.substring(6));
        }
    }

    @Test
    void no_secret_appears_in_metrics_health_stats_or_the_root_path() {
        var mounted = MountedSecret.at(directory, Map.of("spring", OLD));
        try (var function = launch().with("onceward.sources.written.preset", "standard-webhooks")
                .with("onceward.sources.written.secrets", OTHER)
                .with("onceward.sources.meta.preset", "whatsapp")
                .with("onceward.sources.meta.secrets", "example-app-secret")
                .with("onceward.sources.meta.handshake-token", "example-verify-token")
                .with("onceward.admin.read-token", "example-read-token")
                .with("onceward.admin.token", "example-operator-token")
                .start()) {
            assertThat(status(function, OLD)).isEqualTo(202);
            assertThat(status(function, NEW)).isEqualTo(401);
            mounted.hold(Map.of("autumn", NEW));
            Eventually.holds(() -> status(function, NEW) == 202);
            shows_no_secret(asking(function).get("/"));
            shows_no_secret(
                    asking(function).header("Authorization", "Bearer example-operator-token").get("/api/v1/stats"));
            SHOWN.forEach(path -> shows_no_secret(watching(function).get(path)));
        }
    }

    private static void shows_no_secret(Response answer) {
        assertThat(answer.then().statusCode(200).extract().asString())
                .doesNotContain(OLD.substring(6), NEW.substring(6), OTHER.substring(6), "example-");
    }

    @Test
    void secrets_stay_valid_when_their_files_disappear_and_the_log_output_names_the_directory() {
        var mounted = MountedSecret.at(directory, Map.of("spring", OLD));
        try (var function = launch().start()) {
            assertThat(status(function, OLD)).isEqualTo(202);
            mounted.hold(Map.of());
            Eventually.holds(() -> function.output().contains("ERROR"));
            assertThat(function.output()).contains("source=shop path=" + directory);
            assertThat(status(function, OLD)).isEqualTo(202);
        }
    }

    @Test
    void an_empty_secret_directory_stops_the_start_with_a_message_that_names_it() {
        var function = launch().start();
        assertThat(function.exitCode()).isEqualTo(1);
        assertThat(function.output())
                .contains("onceward.sources.shop.secrets cannot be read from " + directory + ": no file is in it")
                .doesNotContain("\tat ");
    }

    private StartFunction launch() {
        return Intakes.bare().with("onceward.sources.shop.preset", "standard-webhooks")
                .with("onceward.sources.shop.secrets", "file:" + directory);
    }

    private static int status(FunctionProcess function, String secret) {
        return asking(function).headers(Signer.of(List.of(secret)).sign("msg_" + fresh(), Instant.now(), new byte[0]))
                .post("/hooks/shop")
                .statusCode();
    }
}
