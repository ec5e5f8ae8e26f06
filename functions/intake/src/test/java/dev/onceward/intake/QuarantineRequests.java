package dev.onceward.intake;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.restassured.response.Response;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.operating;
import static dev.onceward.testing.servers.Servers.sql;

/// What tests of the quarantine do and ask.
final class QuarantineRequests {
    private QuarantineRequests() {}

    /// Signed with a secret that nobody knows.
    static Response forge(String source, String id, String body) {
        return forge(Intakes.running(), source, id, body);
    }

    static Response forge(FunctionProcess function, String source, String id, String body) {
        return Signatures.signed(asking(function), Signatures.STRANGE, id, Instant.now(), body)
                .post("/hooks/" + source);
    }

    /// A new one, and its id when it is in quarantine.
    static String forged(String source, String id, String body) {
        var before = ids(source);
        forge(source, id, body).then().statusCode(401);
        return arrived(source, before);
    }

    /// The id of what came since.
    static String arrived(String source, List<String> before) {
        Eventually.holds(() -> ids(source).size() > before.size());
        return ids(source).stream().filter(id -> !before.contains(id)).findFirst().orElseThrow();
    }

    static List<String> ids(String source) {
        return operating().get("/api/v1/sources/" + source + "/quarantine").path("quarantined.id");
    }

    static List<Map<String, Object>> list(String source) {
        return operating().get("/api/v1/sources/" + source + "/quarantine").then().statusCode(200).extract()
                .path("quarantined");
    }

    static Response show(String source, String id) {
        return operating().get("/api/v1/sources/" + source + "/quarantine/" + id);
    }

    static Response act(String source, String id, String verb) {
        return act(Intakes.running(), source, id, verb);
    }

    static Response act(FunctionProcess function, String source, String id, String verb) {
        return operating(function).post("/api/v1/sources/" + source + "/quarantine/" + id + "/" + verb);
    }

    static long rows(String source) {
        return sql().number("SELECT count(*) FROM onceward.quarantined WHERE source = ?", source);
    }
}
