package dev.onceward.intake;

import java.util.UUID;

import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;

import dev.onceward.embedded.FunctionProcess;

import static io.restassured.RestAssured.given;

/// What all tests ask the function in the same way.
final class IntakeRequests {
    static final String PROBLEM = "application/problem+json";
    static final String KEY = "Idempotency-Key";
    static final String REPLAYED = "Idempotent-Replayed";
    static final String READ_TOKEN = "read-token-of-tests";
    static final String OPERATOR_TOKEN = "operator-token-of-tests";

    private static final RestAssuredConfig AS_WRITTEN = RestAssuredConfig.config()
            .encoderConfig(EncoderConfig.encoderConfig().appendDefaultContentCharsetToContentTypeIfUndefined(false));

    private IntakeRequests() {}

    static RequestSpecification asking() {
        return asking(Intakes.running());
    }

    static RequestSpecification asking(FunctionProcess function) {
        return given().config(AS_WRITTEN).baseUri("http://localhost").port(function.port());
    }

    /// With the read token.
    static RequestSpecification reading() {
        return asking().header("Authorization", "Bearer " + READ_TOKEN);
    }

    /// With the operator's token.
    static RequestSpecification operating() {
        return operating(Intakes.running());
    }

    static RequestSpecification operating(FunctionProcess function) {
        return asking(function).header("Authorization", "Bearer " + OPERATOR_TOKEN);
    }

    /// Health and metrics, on the management interface.
    static RequestSpecification watching() {
        return watching(Intakes.running());
    }

    static RequestSpecification watching(FunctionProcess function) {
        return given().baseUri("http://localhost").port(function.managementPort());
    }

    static Response post(String source, String body) {
        return asking().body(body).post("/hooks/" + source);
    }

    static Response post(String source, String key, String body) {
        return asking().header(KEY, key).body(body).post("/hooks/" + source);
    }

    /// The id of the event that an answer of 202 names.
    static String event(Response answer) {
        return answer.then().statusCode(202).extract().path("id");
    }

    /// A key that no other test uses.
    static String fresh() {
        return UUID.randomUUID().toString();
    }
}
