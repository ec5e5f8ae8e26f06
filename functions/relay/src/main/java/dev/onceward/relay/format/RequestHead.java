package dev.onceward.relay.format;

import java.net.URI;
import java.util.Map;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.sink.TraceHeaders;
import dev.onceward.relay.subscription.HttpUrl;

/// All of a request but its body.
///
/// @param added the headers a user configured
public record RequestHead(URI url, Map<String, String> added) {

    /// The host is kept for the name that TLS asks for and insists on. Its header is set because Vert.x would leave out the
    /// brackets of IPv6.
    public RequestOptions to(SocketAddress server, HttpMessage message, EventTrace eventTrace) {
        var options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(server)
                .setHost(HttpUrl.host(url))
                .setPort(HttpUrl.port(url))
                .setSsl(HttpUrl.isHttps(url))
                .setURI(HttpUrl.target(url))
                .putHeader("host", HttpUrl.authority(url))
                .putHeader("user-agent", "Onceward");
        message.headers().forEach(options::putHeader);
        TraceHeaders.context(eventTrace).forEach(options::putHeader);
        added.forEach(options::putHeader);
        return options;
    }
}
