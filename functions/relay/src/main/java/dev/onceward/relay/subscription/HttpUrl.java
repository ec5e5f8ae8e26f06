package dev.onceward.relay.subscription;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// Reads the address of an HTTP sink. The address is never quoted, because its path or query may be a secret.
public final class HttpUrl {
    private static final int HIGHEST_PORT = 65_535;

    private HttpUrl() {}

    /// @throws IllegalArgumentException whose message ends the sentence "onceward.subscriptions.x.sink …"
    public static URI of(String text) {
        var url = parsed(text);
        if (!isHttp(url) && !isHttps(url)) {
            throw new IllegalArgumentException("must start with http:// or https://");
        }
        if (url.getRawUserInfo() != null || String.valueOf(url.getRawAuthority()).contains("@")) {
            throw new IllegalArgumentException("must not hold a user or password: a header says who you are");
        }
        if (url.getHost() == null || url.getHost().isEmpty()) {
            throw new IllegalArgumentException("must name a host of letters, digits, '-' and '.', or an IP address");
        }
        if (url.getPort() == 0 || url.getPort() > HIGHEST_PORT) {
            throw new IllegalArgumentException("must have a port from 1 to " + HIGHEST_PORT + ", or none");
        }
        if (url.getRawFragment() != null) {
            throw new IllegalArgumentException("must not have a '#': what follows it is never sent");
        }
        return url;
    }

    public static boolean isHttps(URI url) {
        return "https".equals(scheme(url));
    }

    /// Without the brackets of IPv6.
    public static String host(URI url) {
        var host = url.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    public static int port(URI url) {
        return url.getPort() > 0 ? url.getPort() : isHttps(url) ? 443 : 80;
    }

    /// The value of the host header: with the brackets of IPv6, and without the default port.
    public static String authority(URI url) {
        var isUsual = port(url) == (isHttps(url) ? 443 : 80);
        return isUsual ? url.getHost() : url.getHost() + ':' + url.getPort();
    }

    /// The path and query in the first line of the request.
    public static String target(URI url) {
        var ascii = URI.create(url.toASCIIString());
        var path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        return ascii.getRawQuery() == null ? path : path + '?' + ascii.getRawQuery();
    }

    private static boolean isHttp(URI url) {
        return "http".equals(scheme(url));
    }

    private static String scheme(URI url) {
        return String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    }

    /// Drops the platform's exception, because it quotes the address.
    @SuppressWarnings("UnusedException")
    private static URI parsed(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException("is no URL at character " + (malformed.getIndex() + 1));
        }
    }
}
