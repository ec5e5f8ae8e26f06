package dev.onceward.sql;

import java.net.URLDecoder;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Where the schema goes, read from the form of URL that the functions take. It never shows the password.
record MigrationTarget(String jdbc, @Nullable String user, @Nullable String password) {
    private static final String FORM = "postgresql://user:password@host:port/database";

    /// A pattern, because `java.net.URI` finds no host in names with an underscore, which container networks have.
    /// What follows a `%` is checked here, so that decoding can not fail later.
    private static final Pattern URL = Pattern.compile("""
            postgres(?:ql)?://\
            (?:(?<user>(?:[^:@/?%]|%\\p{XDigit}{2})*)(?::(?<password>(?:[^@/?%]|%\\p{XDigit}{2})*))?@)?\
            (?<place>(?:[^:@/?#\\[\\]]+|\\[[\\p{XDigit}:.]+])(?::\\d{1,5})?/[^/?#]+)\
            (?<options>\\?[^#]*)?""");

    static MigrationTarget at(String url) {
        var parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("Set ONCEWARD_POSTGRES_URL to a database, in the form " + FORM + ".");
        }
        var options = parts.group("options");
        return new MigrationTarget("jdbc:postgresql://" + parts.group("place") + (options == null ? "" : options),
                decoded(parts.group("user")), decoded(parts.group("password")));
    }

    /// Host, port and name: what a person needs to find it.
    @Override
    public String toString() {
        return jdbc.replaceFirst("^jdbc:postgresql://", "").replaceFirst("\\?.*", "");
    }

    private static @Nullable String decoded(@Nullable String part) {
        return part == null ? null : URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
    }
}
