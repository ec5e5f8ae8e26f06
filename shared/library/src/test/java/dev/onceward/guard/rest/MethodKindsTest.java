package dev.onceward.guard.rest;

import java.net.Socket;
import java.util.Locale;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.Eventually;

import static dev.onceward.guard.rest.SendKey.isReplayed;
import static dev.onceward.guard.rest.SendKey.key;
import static dev.onceward.guard.rest.SendKey.sql;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

/// What methods may return, and on which threads they run.
@QuarkusTest
@WithTestResource(EndpointServers.class)
class MethodKindsTest {

    @ParameterizedTest
    @CsvSource({
            "/uni/kind-1/stage, 200, run 1, text/plain;charset=UTF-8",
            "/uni/kind-2/noted, 200, run 1, text/plain;charset=UTF-8",
            "/uni/kind-3/nothing, 204, '', ''",
            "/blocking/kind-4/worker, 200, worker run 1, text/plain;charset=UTF-8",
            "/blocking/kind-5/worker-uni, 200, worker run 1, text/plain;charset=UTF-8",
            "/blocking/kind-6/virtual, 200, virtual true run 1, text/plain;charset=UTF-8",
            "/blocking/kind-7/virtual-uni, 200, virtual true run 1, text/plain;charset=UTF-8",
            "/blocking/kind-8/nothing, 204, '', ''",
            "/blocking/kind-9/number, 200, 41, text/plain;charset=UTF-8",
            "/blocking/kind-10/rest-response, 202, '{\"order\":\"kind-10\",\"run\":1}', application/json;charset=UTF-8",
    })
    void first_answer_and_repetition_are_equal(String path, int status, String body, String type) {
        for (var i = 0; i < 2; i++) {
            var answer = key(path).accept("*/*").post(path);
            answer.then().statusCode(status).body(equalTo(body)).contentType(type);
            assertThat(isReplayed(answer)).isEqualTo(i == 1);
        }
        assertThat(MethodRuns.of(path.split("/", -1)[2])).isEqualTo(1);
    }

    @Test
    void the_client_chooses_one_of_several_media_types() {
        for (var i = 0; i < 2; i++) {
            key("list").accept("application/json").post("/blocking/list/list").then()
                    .contentType("application/json;charset=UTF-8").body(equalTo("[{\"order\":\"list\",\"run\":1}]"));
        }
    }

    @Test
    void bytes_are_repeated_as_they_were() {
        for (var i = 0; i < 2; i++) {
            assertThat(key("bytes").post("/blocking/bytes/bytes").asByteArray())
                    .containsExactly(0xff, 0, 0xc3, 0x28, 1);
        }
    }

    @Test
    void a_repetition_has_the_headers_of_the_first_answer_without_cookies_and_secrets() {
        var first = key("cookies").post("/blocking/cookies/response");
        first.then().statusCode(402).header("Set-Cookie", "session=s;Version=1").header("X-Session", "s")
                .header("Authorization", "Bearer b");
        var second = key("cookies").post("/blocking/cookies/response");
        second.then().statusCode(402).body("run", equalTo(1)).contentType("application/json;charset=UTF-8");
        assertThat(second.headers().getValues("X-Stock")).containsExactly("low", "red")
                .isEqualTo(first.headers().getValues("X-Stock"));
        assertThat(second.headers().asList()).extracting(header -> header.getName().toLowerCase(Locale.ROOT))
                .doesNotContain("set-cookie", "authorization", "x-session");
        assertThat(sql().query("SELECT convert_from(answer, 'UTF8') FROM onceward.operation_key WHERE key = 'cookies'"))
                .contains("X-Stock").doesNotContainIgnoringCase("set-cookie").doesNotContain("Bearer", "X-Session");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/uni/gone-1/waiting", "/blocking/gone-2/waiting"})
    void a_client_that_is_gone_half_way_gets_the_answer_when_it_comes_again(String path) throws Exception {
        var order = path.split("/", -1)[2];
        loseClient(order, path);
        assertThat(MethodRuns.promise(order).complete("run ")).isTrue();
        var answer = Eventually.value(() -> key(path).post(path), response -> response.statusCode() != 409);
        answer.then().statusCode(200).header("Idempotent-Replayed", "true").body(equalTo("run 1"));
        assertThat(MethodRuns.of(order)).isEqualTo(1);
    }

    @Test
    void a_method_that_is_not_cancelled_keeps_the_beans_of_its_request_when_its_client_is_gone() throws Exception {
        loseClient("noted", "/uni/noted/waiting-noted");
        assertThat(MethodRuns.promise("noted").complete("")).isTrue();
        var answer = Eventually.value(() -> key("/uni/noted/waiting-noted").post("/uni/noted/waiting-noted"),
                response -> response.statusCode() != 409);
        answer.then().statusCode(200).header("Idempotent-Replayed", "true").body(equalTo("run 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/blocking/refused-2/stream", "/blocking/refused-3/event-loop", "/streamed/refused-4/file",
            "/streamed/refused-5/path", "/streamed/refused-6/input", "/streamed/refused-7/output",
            "/streamed/refused-8/blocking-file"})
    void methods_whose_answer_cannot_be_kept_do_not_run(String path) {
        key(path).post(path).then().statusCode(500);
        assertThat(MethodRuns.of(path.split("/", -1)[2])).isZero();
    }

    @Test
    void a_transaction_of_the_method_ends_before_its_answer_is_kept() {
        for (var i = 0; i < 2; i++) {
            key("transaction").post("/blocking/in-transaction/transacted").then().statusCode(200)
                    .body(equalTo("run 1"));
        }
        assertThat(MethodRuns.of("transaction")).isEqualTo(1);
        assertThat(MethodRuns.promise("transaction")).isCompletedWithValue("processing");
    }

    @Test
    void interceptors_of_the_application_change_each_answer_once() {
        for (var i = 0; i < 2; i++) {
            key("marked").post("/blocking/marked/marked").then().statusCode(200).body(equalTo(">run 1"));
        }
    }

    @Test
    void forms_are_compared_by_their_values() {
        key("form").formParam("article", "pear").post("/blocking/form/form").then().body(equalTo("pear run 1"));
        key("form").formParam("article", "pear").post("/blocking/form/form").then().body(equalTo("pear run 1"));
        key("form").formParam("article", "plum").post("/blocking/form/form").then().statusCode(422);
        key("form").multiPart("article", "pear").post("/blocking/form/form").then().body(equalTo("pear run 1"));
    }

    private static void loseClient(String order, String path) throws Exception {
        try (Socket _ = SendKey.open(path, path)) {
            assertThat(MethodRuns.started(order).await(30, SECONDS)).isTrue();
        }
        assertThat(MethodRuns.gone(order).await(30, SECONDS)).isTrue();
    }
}
