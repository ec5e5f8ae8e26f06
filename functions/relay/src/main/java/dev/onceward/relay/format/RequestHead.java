package dev.onceward.relay.format;

import java.net.URI;
import java.util.Map;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.sink.TraceHeaders;
import dev.onceward.relay.subscription.HttpUrl;

/// A request without its body.
///
/// @param added the headers that the user configured
public record RequestHead(URI url, Map<String, String> added) {

    /// Sets the host separately from the address, because TLS verifies its name. The host header is set because Vert.x
    /// would omit the brackets of an IPv6 address.
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
