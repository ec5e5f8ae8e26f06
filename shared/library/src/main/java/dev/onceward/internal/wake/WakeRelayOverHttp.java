package dev.onceward.internal.wake;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.token.TokenLength;

/// Calls a relay that runs on demand, one call at a time: all events that are announced meanwhile lead to one more
/// call. A failed call is not repeated, because such a relay also has a schedule. Made at the start, so that a wrong
/// configuration stops it.
@Startup
@DefaultBean
@Singleton
final class WakeRelayOverHttp {
    /// Longer than a run takes by default.
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /// Events that are announced within this time lead to one call.
    private static final long GATHER_MILLIS = 20;
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final Vertx vertx;
    private final HttpClient client;
    private final @Nullable RequestOptions run;
    /// How many events were announced since the last call began.
    private final AtomicInteger news = new AtomicInteger();

    WakeRelayOverHttp(Vertx vertx, WakeConfig config) {
        this.vertx = vertx;
        this.client = vertx.createHttpClient();
        var _ = TokenLength.checked("onceward.wake.token", config.token());
        this.run = config.url().map(url -> run(url, config)).orElse(null);
    }

    void appended() {
        if (run != null && news.getAndIncrement() == 0) {
            var _ = vertx.setTimer(GATHER_MILLIS, _ -> call(run));
        }
    }

    private void call(RequestOptions to) {
        var known = news.get();
        var _ = client.request(to)
                .compose(request -> request.send().compose(answer -> answer.body()))
                .onComplete(_ -> {
                    if (news.addAndGet(-known) > 0) {
                        call(to);
                    }
                });
    }

    private static RequestOptions run(String url, WakeConfig config) {
        var options = new RequestOptions().setMethod(HttpMethod.POST).setTimeout(PATIENCE.toMillis())
                .setAbsoluteURI(checked(url));
        config.token().ifPresent(token -> options.putHeader("authorization", "Bearer " + token));
        return options;
    }

    private static String checked(String url) {
        try {
            var uri = URI.create(url);
            if (uri.getHost() != null && uri.getScheme() != null
                    && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
                return url;
            }
        } catch (IllegalArgumentException unreadable) {
            // The exception below reports the problem.
        }
        throw new ConfigurationException("onceward.wake.url must be the address of a relay's /run, such as "
                + "https://relay.example.com/run");
    }
}
