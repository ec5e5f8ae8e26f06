package dev.onceward.sql;

import java.net.URLDecoder;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The database that gets the schema, read from the form of URL that the functions use. Its text never contains the
/// password.
record MigrationTarget(String jdbc, @Nullable String user, @Nullable String password) {
    private static final String FORM = "postgresql://user:password@host:port/database";

    /// The URL is matched by a pattern, because `java.net.URI` finds no host in names with an underscore, which container
    /// networks have. The pattern also checks the two digits after a `%`, so that decoding cannot fail later.
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

    /// Host, port and name of the database, without the password.
    @Override
    public String toString() {
        return jdbc.replaceFirst("^jdbc:postgresql://", "").replaceFirst("\\?.*", "");
    }

    private static @Nullable String decoded(@Nullable String part) {
        return part == null ? null : URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
    }
}
