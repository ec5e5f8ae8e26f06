package dev.onceward.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

/// Why a request was refused is for the operator. Each reason has a source of its own, which nobody else sends to.
@SuppressWarnings("NullAway.Init") // the function is there before the first test
class UnverifiedIT {
    private static final String BODY = "{}";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String TOPIC = "arn:aws:sns:us-east-2:123456789012:MyTopic";

    /// No region of Amazon's has this name, so nothing answers there.
    private static final String NOWHERE = "https://sns.xx-nowhere-1.amazonaws.com/SimpleNotificationService-"
            + "0".repeat(32) + ".pem";

    private static FunctionProcess function;

    @BeforeAll
    static void start_intake_with_a_source_for_each_refusal_reason() {
        var launch = Intakes.bare().with("onceward.intake.retry-after", "7s")
                .with("onceward.sources.topic.preset", "aws-sns").with("onceward.sources.topic.secrets", TOPIC);
        for (var refusalReason : RefusalReason.values()) {
            for (var source : List.of(source(refusalReason), "told-" + source(refusalReason))) {
                launch = launch.with("onceward.sources." + source + ".preset", "standard-webhooks")
                        .with("onceward.sources." + source + ".secrets", "whsec_" + Signatures.SECRET);
            }
        }
        function = launch.start();
        assertThat(function.port()).isPositive();
    }

    @AfterAll
    static void end() {
        function.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MISSING   | a header of webhook-id, webhook-timestamp, webhook-signature is missing or empty
            REPEATED  | a header of webhook-id, webhook-timestamp, webhook-signature came twice
            MALFORMED | webhook-timestamp is not
            STALE     | stale by 3
            AHEAD     | signed 3
            NO_MATCH  | no secret matches
            """)
    void the_reason_of_a_refusal_is_counted_and_in_the_log_output_and_no_event_is_stored(RefusalReason refusalReason,
            String why) {
        var source = source(refusalReason);
        forge(refusalReason, source).then().statusCode(401);
        assertOnlyTheOperatorKnows(source, refusalReason.word(), why);
    }

    @Test
    void the_answer_to_the_sender_is_the_same_for_every_refusal_reason() {
        var answers = Stream.of(RefusalReason.values())
                .map(refusalReason -> forge(refusalReason, "told-" + source(refusalReason))).toList();
        answers.forEach(answer -> answer.then().statusCode(401).contentType(PROBLEM)
                .body("type", endsWith("/verification-failed")));
        assertThat(answers).extracting(Response::asString).containsOnly(answers.getFirst().asString());
        assertThat(answers).extracting(answer -> answer.headers().asList())
                .containsOnly(answers.getFirst().headers().asList());
        assertThat(answers.getFirst().asString()).doesNotContainIgnoringCase("missing", "repeated", "malformed",
                "stale", "ahead", "match", "webhook-", "secret");
    }

    @Test
    void a_request_is_answered_503_when_the_public_key_of_its_sender_cannot_be_fetched() {
        asking(function).body(new JsonObject().put("Type", "Notification").put("MessageId", fresh())
                .put("TopicArn", TOPIC).put("Message", "a").put("Timestamp", "2023-11-14T22:13:20.000Z")
                .put("SignatureVersion", "2").put("Signature", "AAAA").put("SigningCertURL", NOWHERE).encode())
                .post("/hooks/topic").then().statusCode(503).contentType(PROBLEM)
                .header("Retry-After", equalTo("7"))
                .body("type", endsWith("/unavailable"));
        assertOnlyTheOperatorKnows("topic", "no-key", "the sender's key could not be fetched from sns.xx-nowhere-1.");
    }

    private static void assertOnlyTheOperatorKnows(String source, String refusalReason, String why) {
        assertThat(counts(source)).containsExactly(
                "onceward_intake_unverified_total{reason=\"%s\",source=\"%s\"} 1.0".formatted(refusalReason, source));
        Eventually.holds(() -> !said(source).isEmpty());
        assertThat(said(source)).singleElement().asString().contains("WARN")
                .contains(
                        "a request failed verification: source=%s reason=%s why=%s".formatted(source, refusalReason,
                                why));
        assertThat(Intakes.stored(source)).isZero();
    }

    private static String source(RefusalReason refusalReason) {
        return "forged-" + refusalReason.word();
    }

    private static Response forge(RefusalReason refusalReason, String source) {
        return request(refusalReason, Instant.now()).post("/hooks/" + source);
    }

    private static RequestSpecification request(RefusalReason refusalReason, Instant now) {
        return switch (refusalReason) {
            case MISSING -> asking(function).body(BODY);
            case REPEATED -> signed(Signatures.SECRET, now).header("webhook-id", fresh());
            case MALFORMED -> asking(function).header("webhook-id", fresh()).header("webhook-timestamp", "now")
                    .header("webhook-signature", "v1,AAAA").body(BODY);
            case STALE -> signed(Signatures.SECRET, now.minus(HOUR));
            case AHEAD -> signed(Signatures.SECRET, now.plus(HOUR));
            case NO_MATCH -> signed(Signatures.STRANGE, now);
        };
    }

    private static RequestSpecification signed(String secret, Instant at) {
        return Signatures.signed(asking(function), secret, "msg_" + fresh(), at, BODY);
    }

    private static List<String> counts(String source) {
        return PrometheusMetrics.text(function).lines()
                .filter(line -> line.startsWith("onceward_intake_unverified_total")
                        && line.contains('"' + source + '"'))
                .toList();
    }

    private static List<String> said(String source) {
        return function.output().lines().filter(line -> line.contains("source=" + source + " ")).toList();
    }
}
