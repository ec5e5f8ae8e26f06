package dev.onceward.intake.signature.sender;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretForm;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.SignedUrl;
import dev.onceward.intake.signature.field.SingleHeader;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Verifies requests of Twilio and Mandrill: HMAC-SHA1 over the address and the sorted parameters of a form. Twilio
/// covers any other body by its hash in the address. A body that is not covered is refused.
public final class FormParameters implements Scheme {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String HASH = "bodySHA256=";
    private static final Pattern PORT = Pattern.compile("(https?://[^/?:]+):[0-9]+");
    private static final Pattern HOST = Pattern.compile("(https?)://[^/?:]+");

    private final List<NamedKey> keys;
    private final String header;
    private final SignedUrl url;
    private final boolean hashes;

    /// @param hashes whether the sender puts the hash of a body that is not a form into the address
    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public FormParameters(List<SecretText> secrets, String header, String url, boolean hashes) {
        this.keys = secrets.stream().map(secret -> secret.hmac("HmacSHA1", SecretForm.TEXT)).toList();
        this.header = header;
        this.url = new SignedUrl(url);
        this.hashes = hashes;
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return SingleHeader.header(request, header)
                .map(given -> Encoding.BASE64.decode(given)
                        .map(signature -> compare(request, signature))
                        .orElseGet(
                                () -> new Unverified(RefusalReason.MALFORMED,
                                        "the header " + header + " is not base64")))
                .orElseGet(() -> SingleHeader.absent(request, header));
    }

    private Verdict compare(Request request, byte[] signature) {
        return hashed(request).map(address -> compare(signature, address, ""))
                .or(() -> url.of(request).flatMap(address -> form(request, signature, address)))
                .orElseGet(
                        () -> new Unverified(RefusalReason.NO_MATCH,
                                "the body is neither a form nor the one whose hash is in the "
                                        + "query, or the query is not the one of the source's url"));
    }

    /// Tries the address with its port and without it, because the sender may sign either.
    private Verdict compare(byte[] signature, String address, String parameters) {
        var first = judge(signature, address + parameters);
        return first instanceof Unverified ? judge(signature, withOtherPort(address) + parameters) : first;
    }

    private Verdict judge(byte[] signature, String signed) {
        return NamedKey.judge(keys, List.of(signature), SignedContent.of(signed.getBytes(UTF_8)));
    }

    private Optional<String> hashed(Request request) {
        return hashes && request.line().query().contains(HASH)
                ? url.with(HASH + Fingerprint.sha256(request.bytes()), request)
                : Optional.empty();
    }

    /// Compares the signature over the form; empty if the signature would not cover the whole body.
    private Optional<Verdict> form(Request request, byte[] signature, String address) {
        var type = request.header("content-type");
        if (type != null && type.regionMatches(true, 0, FORM, 0, FORM.length())) {
            return request.form(fields -> compare(signature, address, sorted(fields)));
        }
        return request.length() == 0 ? Optional.of(compare(signature, address, "")) : Optional.empty();
    }

    private static String withOtherPort(String address) {
        return PORT.matcher(address).lookingAt()
                ? PORT.matcher(address).replaceFirst("$1")
                : HOST.matcher(address).replaceFirst(
                        match -> match.group() + (match.group(1).equals("https") ? ":443" : ":80"));
    }

    private static String sorted(Map<String, List<String>> form) {
        var signed = new StringBuilder();
        new TreeMap<>(form).forEach((name, values) -> new TreeSet<>(values)
                .forEach(value -> signed.append(name).append(value)));
        return signed.toString();
    }
}
