package dev.onceward.intake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.intake.handshake.Handshake;

import static dev.onceward.intake.IntakeRequests.READ_TOKEN;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

/// Each preset over the wire, with requests that somebody else signed. What a native executable lacks of cryptography
/// shows here.
@SuppressWarnings("NullAway.Init") // the function is there before the first test
class PresetsIT {
    /// Tests come from here; the vector's sender lives elsewhere.
    private static final String HERE = "127.0.0.1";
    private static final String BY_ADDRESS = "ip-allow-list";
    private static final String ELSEWHERE = "elsewhere";
    private static final Pattern LOCATION = Pattern.compile("(?im)^location: /events/(\\S+)");

    private static FunctionProcess function;

    /// Where keys are to be fetched, no test can be Amazon; those are judged in `VerificationTest`.
    static Stream<VectorRequest> vectors() {
        return VectorRequest.all().filter(vectorRequest -> !vectorRequest.isOfPublishedKey());
    }

    static Stream<VectorRequest> withType() {
        return vectors().filter(vectorRequest -> vectorRequest.fact("type").isPresent());
    }

    static Stream<VectorRequest> withKey() {
        return vectors().filter(vectorRequest -> vectorRequest.fact("key").isPresent());
    }

    static Stream<VectorRequest> withKeysOfTheirOwn() {
        return vectors().filter(vectorRequest -> !isOneOfMany(vectorRequest));
    }

    static Stream<VectorRequest> withoutKeys() {
        return vectors().filter(PresetsIT::isOneOfMany);
    }

    private static boolean isOneOfMany(VectorRequest vectorRequest) {
        return vectorRequest.preset().eventId().endsWith("uuid") && vectorRequest.fact("key").isEmpty();
    }

    static Stream<VectorRequest> withSignature() {
        return vectors().filter(vectorRequest -> !vectorRequest.preset().name().equals(BY_ADDRESS));
    }

    static Stream<VectorRequest> coveringTheBody() {
        return vectors().filter(Forgery::coversBody);
    }

    @BeforeAll
    static void start_intake_with_a_source_for_each_vector(@TempDir Path directory) throws IOException {
        var settings = new Properties();
        settings.setProperty("onceward.admin.read-token", READ_TOKEN);
        vectors().forEach(vectorRequest -> configure(settings, vectorRequest.name(), vectorRequest));
        settings.setProperty("onceward.sources.ip-allow-list.secrets", HERE);
        vectors().filter(vectorRequest -> vectorRequest.name().equals(BY_ADDRESS))
                .forEach(vectorRequest -> configure(settings, ELSEWHERE, vectorRequest));
        var file = directory.resolve("presets.properties");
        try (var writer = Files.newBufferedWriter(file)) {
            settings.store(writer, null);
        }
        function = Intakes.bare().with("quarkus.config.locations", file.toUri().toString()).start();
        assertThat(function.port()).isPositive();
    }

    @AfterAll
    static void end() {
        function.close();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_request_signed_by_the_sender_is_answered_as_the_preset_expects(VectorRequest vectorRequest) {
        var expected = vectorRequest.preset().answer().split(" ", 2);
        var answer = send(vectorRequest);
        assertThat(status(answer)).as(answer).isEqualTo(expected[0]);
        if (expected.length == 2) {
            assertThat(body(answer)).isEqualTo(expected[1].equals("empty") ? "" : expected[1]);
        } else {
            assertThat(body(answer).isEmpty()).isEqualTo(expected[0].equals("204"));
        }
    }

    @ParameterizedTest
    @MethodSource("withType")
    void the_event_type_of_a_signed_request_is_stored(VectorRequest vectorRequest) {
        reading().get("/events/" + event(send(vectorRequest)))
                .then().statusCode(200).body("type", equalTo(vectorRequest.fact("type").orElseThrow()));
    }

    @ParameterizedTest
    @MethodSource("withKey")
    void an_event_is_found_by_the_id_that_its_sender_gave(VectorRequest vectorRequest) {
        var event = event(send(vectorRequest));
        reading().queryParam("source", vectorRequest.name()).queryParam("key", vectorRequest.fact("key").orElseThrow())
                .get("/events")
                .then().statusCode(200).body("id", equalTo(event));
    }

    @ParameterizedTest
    @MethodSource("withKeysOfTheirOwn")
    void a_repeated_request_is_answered_as_the_first_and_stored_once(VectorRequest vectorRequest) {
        var first = event(send(vectorRequest));
        var again = send(vectorRequest);
        assertThat(again).containsIgnoringCase("\r\n" + REPLAYED + ": true\r\n");
        assertThat(event(again)).isEqualTo(first);
        assertThat(Intakes.stored(vectorRequest.name())).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("withoutKeys")
    void a_repeated_request_is_stored_again_where_the_preset_has_no_event_id(VectorRequest vectorRequest) {
        var first = event(send(vectorRequest));
        var again = send(vectorRequest);
        assertThat(again).doesNotContainIgnoringCase(REPLAYED);
        assertThat(event(again)).isNotEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("withSignature")
    void a_request_with_a_changed_signature_is_refused(VectorRequest vectorRequest) {
        assertThat(status(send(Forgery.ofSignature(vectorRequest)))).isEqualTo("401");
    }

    @ParameterizedTest
    @MethodSource("coveringTheBody")
    void a_request_with_a_changed_body_is_refused(VectorRequest vectorRequest) {
        assertThat(status(send(Forgery.ofBody(vectorRequest)))).isEqualTo("401");
    }

    @Test
    void a_request_from_an_address_that_is_not_allowed_is_refused() {
        vectors().filter(vectorRequest -> vectorRequest.name().equals(BY_ADDRESS))
                .forEach(vectorRequest -> assertThat(status(send(vectorRequest, ELSEWHERE))).isEqualTo("401"));
    }

    /// Old vectors are as good as new ones, so the time they were signed at does not matter.
    private static void configure(Properties settings, String source, VectorRequest vectorRequest) {
        var prefix = "onceward.sources." + source;
        settings.setProperty(prefix + ".preset", vectorRequest.preset().name());
        settings.setProperty(prefix + ".secrets", vectorRequest.secret());
        if (vectorRequest.preset().handshakes().stream().map(Handshake::named).anyMatch(Handshake::needsToken)) {
            settings.setProperty(prefix + ".handshake-token", "made-up-test-token");
        }
        vectorRequest.fact("url").ifPresent(url -> settings.setProperty(prefix + ".url", url));
        if (vectorRequest.preset().isTimed()) {
            settings.setProperty(prefix + ".tolerance", "none");
        }
    }

    private static String send(VectorRequest vectorRequest) {
        return send(vectorRequest, vectorRequest.name());
    }

    private static String send(VectorRequest vectorRequest, String source) {
        try (var wire = RawConnection.to(function)) {
            return wire.send(vectorRequest.to(source)).wholeAnswer();
        }
    }

    private static String status(String answer) {
        return answer.split(" ", 3)[1];
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static String event(String answer) {
        var location = LOCATION.matcher(answer);
        assertThat(location.find()).as(answer).isTrue();
        return location.group(1);
    }

    private static RequestSpecification reading() {
        return asking(function).header("Authorization", "Bearer " + READ_TOKEN);
    }
}
