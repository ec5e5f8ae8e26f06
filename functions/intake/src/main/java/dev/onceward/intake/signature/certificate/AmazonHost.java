package dev.onceward.intake.signature.certificate;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where Amazon SNS lives. Messages name addresses to be visited, and anybody can have a message sent: `sns` is also a
/// fine name for a bucket of a stranger's.
public final class AmazonHost {
    private static final Pattern SNS = Pattern
            .compile("sns\\.[a-z]{2,4}(?:-[a-z]{2,12}){1,3}-[0-9]{1,2}\\.amazonaws\\.com(?:\\.cn)?");

    private AmazonHost() {}

    /// The address, if it is one of SNS, over TLS, and names nothing else.
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
