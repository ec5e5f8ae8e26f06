package dev.onceward.relay.format;

import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.http.HttpSinks;
import dev.onceward.relay.sink.CloudEventAttributes;
import dev.onceward.relay.sink.ContentType;
import dev.onceward.relay.sink.TraceHeaders;
import dev.onceward.runtime.log.Event;

import static dev.onceward.relay.http.HttpSinks.NOW;
import static dev.onceward.relay.http.HttpSinks.PARENT;
import static dev.onceward.relay.http.HttpSinks.bare;
import static dev.onceward.relay.http.HttpSinks.event;
import static org.assertj.core.api.Assertions.assertThat;

class HttpFormatTest {
    private static final String ATTRIBUTES = """
            {"specversion":"1.0","id":"019a9652-2400-7000-8000-0123456789ab","source":"/onceward/shop","type":"order.paid",\
            "time":"2026-11-18T11:59:58.500Z","partitionkey":"customer 1",\
            "traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","tracestate":"a=b c",\
            "correlationid":"order 7","causationid":"msg-1","datacontenttype":"%s\"""";

    @Test
    void in_binary_mode_attributes_are_headers() {
        var message = new BinaryFormat().write(event("text/plain;charset=utf-8", "hello"));
        assertThat(message.headers()).isEqualTo(Map.ofEntries(
                Map.entry("content-type", "text/plain;charset=utf-8"),
                Map.entry("ce-specversion", "1.0"),
                Map.entry("ce-id", "019a9652-2400-7000-8000-0123456789ab"),
                Map.entry("ce-source", "/onceward/shop"),
                Map.entry("ce-type", "order.paid"),
                Map.entry("ce-time", "2026-11-18T11:59:58.500Z"),
                Map.entry("ce-partitionkey", "customer%201"),
                Map.entry("ce-traceparent", PARENT),
                Map.entry("ce-tracestate", "a=b%20c"),
                Map.entry("ce-correlationid", "order%207"),
                Map.entry("ce-causationid", "msg-1")));
        assertThat(message.body()).isEqualTo(Buffer.buffer("hello"));
    }

    @Test
    void attributes_that_an_event_does_not_have_are_not_sent() {
        assertThat(new BinaryFormat().write(bare(Buffer.buffer())).headers()).isEqualTo(Map.of(
                "content-type", "application/octet-stream",
                "ce-specversion", "1.0",
                "ce-id", "019a9652-2400-7000-8000-0123456789ab",
                "ce-source", "/onceward/shop",
                "ce-type", "orders",
                "ce-time", "2026-11-18T12:00:00Z"));
    }

    /// The first is the binding's own example.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', textBlock = """
            Euro € 😀,       Euro%20%E2%82%AC%20%F0%9F%98%80
            plain/[x]~{y}|z, plain/[x]~{y}|z
            100%,            100%25
            "a",             %22a%22
            'a\r\nb: c',     a%0D%0Ab:%20c
            '\u007f\u0000',  %7F%00
            é,               %C3%A9
            """)
    void characters_that_a_header_cannot_carry_are_percent_encoded(String ordering, String header) {
        assertThat(new BinaryFormat().write(ordered(ordering)).headers()).containsEntry("ce-partitionkey", header);
    }

    @ParameterizedTest
    @CsvSource({"shop,/onceward/shop", "a/b?c#d,/onceward/a%2Fb%3Fc%23d", "é,/onceward/%C3%A9"})
    void the_source_attribute_is_a_uri(String source, String uri) {
        var event = new Event(UUID.randomUUID(), NOW, source, "t", null, null, Map.of(), Buffer.buffer(),
                EventTrace.NONE);
        assertThat(CloudEventAttributes.of(event)).containsEntry("source", uri);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"b\": 1.00, \"a\":\t\"\\u00e9é\",\n\"b\":12345678901234567890.10}", "[ ]", "1e400",
            "null",
            " \"x\" "})
    void in_structured_mode_a_json_body_is_embedded_unchanged(String json) {
        assertThat(structured("application/json; charset=utf-8", json)).isEqualTo(
                ATTRIBUTES.formatted("application/json; charset=utf-8") + ",\"data\":" + json + "}");
        assertThat(structured("application/vnd.shop+JSON", json)).endsWith(",\"data\":" + json + "}");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            text/plain       | {}           | e30=
            application/json | {            | ew==
            application/json | {}{}         | e317fQ==
            application/json | {},"id":"x"  | e30sImlkIjoieCI=
            application/json | NaN          | TmFO
            application/json | `\ufeff{}`   | 77u/e30=
            application/json | 01           | MDE=
            application/xml  | <a/>         | PGEvPg==
            """)
    void in_structured_mode_a_body_that_is_no_json_is_embedded_as_base64(String type, String body, String base64) {
        assertThat(structured(type, body)).isEqualTo(
                ATTRIBUTES.formatted(type) + ",\"data_base64\":\"" + base64 + "\"}");
    }

    @Test
    void in_structured_mode_a_body_that_is_no_utf_8_is_embedded_as_base64() {
        var latin = event("application/json", Buffer.buffer(new byte[]{'"', (byte) 0xe9, '"'}));
        assertThat(new StructuredFormat().write(latin).body().toString()).endsWith(",\"data_base64\":\"Iuki\"}");
    }

    @Test
    void in_structured_mode_json_that_is_nested_too_deeply_is_embedded_as_base64() {
        var deep = "[".repeat(5000) + "]".repeat(5000);
        assertThat(structured("application/json", deep)).contains("\"data_base64\"");
    }

    @Test
    void in_structured_mode_an_empty_body_is_sent_without_data() {
        var body = new JsonObject(new StructuredFormat().write(bare(Buffer.buffer())).body());
        assertThat(body.fieldNames()).doesNotContain("data", "data_base64", "partitionkey", "traceparent");
    }

    @Test
    void a_structured_event_has_the_content_type_of_cloud_events() {
        assertThat(new StructuredFormat().write(HttpSinks.some()).headers())
                .isEqualTo(Map.of("content-type", "application/cloudevents+json"));
    }

    @Test
    void attributes_of_a_structured_event_are_escaped() {
        var body = new JsonObject(new StructuredFormat().write(ordered("\",\"id\":\"forged\u0000")).body());
        assertThat(body.getString("id")).isEqualTo(HttpSinks.ID.toString());
        assertThat(body.getString("partitionkey")).isEqualTo("\",\"id\":\"forged\u0000");
    }

    /// Under its own type, the receiver would take it for the event that is delivered.
    @ParameterizedTest
    @CsvSource({"application/cloudevents+json;charset=utf-8,application/json",
            "Application/CloudEvents-Batch+JSON,application/json",
            "application/cloudevents+avro,application/octet-stream"})
    void the_content_type_of_an_event_that_came_as_a_structured_cloud_event_is_replaced(String stored, String sent) {
        assertThat(ContentType.of(event(stored, "{}"))).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "text/plain\r\nx: y", "text/é", "text/plain\0"})
    void an_invalid_content_type_is_replaced_by_octet_stream(String stored) {
        assertThat(ContentType.of(event(stored, "{}"))).isEqualTo("application/octet-stream");
    }

    @Test
    void trace_values_that_a_header_cannot_carry_are_left_out() {
        assertThat(TraceHeaders.context(new EventTrace("a\r\nb", "é", null, null))).isEmpty();
        assertThat(TraceHeaders.ids(new EventTrace(null, null, "", "ok"))).isEqualTo(Map.of("x-causation-id", "ok"));
    }

    private static String structured(String type, String body) {
        return new StructuredFormat().write(event(type, body)).body().toString();
    }

    private static Event ordered(String ordering) {
        return new Event(HttpSinks.ID, NOW, "shop", "orders", null, ordering, Map.of(), Buffer.buffer(),
                EventTrace.NONE);
    }
}
