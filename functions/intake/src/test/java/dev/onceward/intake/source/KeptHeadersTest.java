package dev.onceward.intake.source;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.Unsigned;
import dev.onceward.intake.signature.preset.Presets;
import dev.onceward.internal.request.Request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class KeptHeadersTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final MultiMap headers = MultiMap.caseInsensitiveMultiMap();

    @Test
    void header_names_are_lower_case_and_repeated_values_are_joined() {
        headers.add("X-A", "1").add("Content-Type", "a/b").add("x-a", "2");
        assertThat(KeptHeaders.of(request(), SignatureSettings.NONE)).containsExactly(entry("x-a", "1, 2"),
                entry("content-type", "a/b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "Proxy-Authorization", "Cookie", "Api-Key", "X-Api-Key", "X-Auth-Token",
            "Connection", "Transfer-Encoding", "Content-Length", "Expect"})
    void headers_with_credentials_or_about_the_connection_are_dropped(String name) {
        headers.add(name, "a");
        assertThat(KeptHeaders.of(request(), SignatureSettings.NONE)).isEmpty();
    }

    @Test
    void a_header_that_holds_the_secret_is_dropped() {
        headers.add("X-Token", "a").add("X-Other", "b");
        var token = new SignatureSettings(_ -> new Unsigned(), Set.of(), Set.of("x-token"), false, true);
        assertThat(KeptHeaders.of(request(), token)).containsOnlyKeys("x-other");
        assertThat(KeptHeaders.evidence(request(), token)).containsOnlyKeys("x-other");
    }

    @Test
    void evidence_keeps_the_signature_header_and_each_value_of_a_repeated_header() {
        headers.add("Authorization", "HMAC abc").add("X-A", "1").add("x-a", "2").add("Cookie", "a");
        var hmac = new SignatureSettings(_ -> new Unsigned(), Set.of("authorization"), Set.of(), false, true);
        assertThat(KeptHeaders.evidence(request(), hmac)).containsOnly(entry("authorization", List.of("HMAC abc")),
                entry("x-a", List.of("1", "2")));
        assertThat(KeptHeaders.of(request(), hmac)).containsOnlyKeys("x-a");
    }

    @Test
    void the_trace_context_is_read_from_the_headers() {
        headers.add("traceparent", PARENT).add("tracestate", "a=b").add("X-Correlation-Id", "c").add("X-Causation-Id",
                "d");
        var trace = KeptHeaders.trace(request());
        assertThat(trace.parent()).isEqualTo(PARENT);
        assertThat(trace.state()).isEqualTo("a=b");
        assertThat(trace.correlation()).isEqualTo("c");
        assertThat(trace.causation()).isEqualTo("d");
    }

    @Test
    void a_malformed_trace_context_is_left_out() {
        headers.add("traceparent", "mine").add("tracestate", "a=b").add("X-Correlation-Id", "a b");
        var trace = KeptHeaders.trace(request());
        assertThat(trace.parent()).isNull();
        assertThat(trace.state()).isNull();
        assertThat(trace.correlation()).isNull();
    }

    @Test
    void a_tracestate_that_is_too_long_is_left_out() {
        headers.add("traceparent", PARENT).add("tracestate", "a=" + "b".repeat(511));
        assertThat(KeptHeaders.trace(request()).state()).isNull();
    }

    private Request request() {
        return new Request(headers, Buffer.buffer());
    }

    /// Each start would pay for more than a hundred presets of which it uses two.
    @Test
    void the_class_kept_headers_loads_without_the_file_of_presets() throws Exception {
        try (var loader = new WithoutPresets()) {
            assertThat(Class.forName(KeptHeaders.class.getName(), true, loader).getClassLoader()).isSameAs(loader);
            assertThat(Class.forName(Presets.class.getName(), true, loader).getClassLoader()).isSameAs(loader);
        }
    }

    /// The same classes once more, in a process that has no file of presets.
    private static final class WithoutPresets extends URLClassLoader {

        WithoutPresets() {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        @Override
        public @Nullable URL getResource(String name) {
            return name.endsWith("presets.properties") ? null : super.getResource(name);
        }

        private static URL[] classPath() {
            return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .map(WithoutPresets::url).toArray(URL[]::new);
        }

        private static URL url(String path) {
            try {
                return Path.of(path).toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
