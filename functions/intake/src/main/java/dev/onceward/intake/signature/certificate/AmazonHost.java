package dev.onceward.intake.signature.certificate;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/// Recognises the hosts of Amazon SNS. Messages name addresses to fetch, and anybody can have a message sent. The
/// pattern is strict because a stranger's storage bucket can also be called `sns`.
public final class AmazonHost {
    private static final Pattern SNS = Pattern
            .compile("sns\\.[a-z]{2,4}(?:-[a-z]{2,12}){1,3}-[0-9]{1,2}\\.amazonaws\\.com(?:\\.cn)?");

    private AmazonHost() {}

    /// Returns the address if it is a host of SNS over TLS, without port and user.
    public static Optional<URI> of(String text) {
        try {
            var address = URI.create(text);
            return "https".equals(address.getScheme()) && address.getHost() != null && address.getPort() == -1
                    && address.getUserInfo() == null && SNS.matcher(address.getHost()).matches()
                            ? Optional.of(address)
                            : Optional.empty();
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }
}
