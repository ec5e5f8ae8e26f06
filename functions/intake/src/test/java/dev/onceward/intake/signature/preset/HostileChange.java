package dev.onceward.intake.signature.preset;

import java.util.regex.Matcher;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;

import dev.onceward.testing.RandomInputs;

import static java.nio.charset.StandardCharsets.UTF_8;

/// What a stranger makes of a genuine request, to see the rest of it get as far as it can: one thing is his, all others
/// are the sender's.
enum HostileChange {
    HEADER {
        @Override
        SignedVector made(SignedVector genuine, RandomInputs chance) {
            var name = one(genuine, chance);
            return genuine.mapHeader(name, text -> mixed(text, chance));
        }
    },
    QUERY {
        @Override
        SignedVector made(SignedVector genuine, RandomInputs chance) {
            return genuine.withQuery(mixed(genuine.line().query(), chance));
        }
    },
    BODY {
        @Override
        SignedVector made(SignedVector genuine, RandomInputs chance) {
            return genuine.withBody(chance.below(2) == 0
                    ? chance.bytes(300)
                    : chance.pieces(40, BODIES).getBytes(UTF_8));
        }
    },
    /// The sender's own body with something put in, so that it often is still JSON or a form.
    SPLICED_BODY {
        @Override
        SignedVector made(SignedVector genuine, RandomInputs chance) {
            var at = chance.below(genuine.body().length() + 1);
            return genuine.withBody(Buffer.buffer(genuine.body().getBytes(0, at)).appendString(chance.pieces(3, BODIES))
                    .appendBytes(genuine.body().getBytes(at, genuine.body().length())).getBytes());
        }
    };

    static final String[] HEADERS = {"t=", "v1=", "v0=", "sha256=", "ts=", ";", ",", " ", "|", ".", "=", "&", "%", "%2",
            "%zz", "a=b&", "a=\"", "v1,", "Bearer ", "Basic ", "Hash=", "\"", "\\", "1700000000",
            "2023-11-14T22:13:20Z",
            "AAAA", "00ff", "\u00e9", "\0", "{", "}", "-----BEGIN CERTIFICATE-----", "eyJhbGciOiJSUzI1NiJ9",
            "https://api.paypal.com/v1/"};
    static final String[] BODIES = {"{", "}", "[", "]", "\"", ":", ",", "1", "null", "{\"a\":", "\"a\":1,", "\\", "\\n",
            "a=b&", "&", "=", "+", "%20", "%zz", " ", "-", "\u00e9", "\0", "AAAA", "\"value\"", "\"clientState\"",
            "\"notificationItems\"", "\"NotificationRequestItem\"", "\"Signature\"", "\"signature\"", "\"passcode\""};

    private static final int SHARE = 4;

    abstract SignedVector made(SignedVector genuine, RandomInputs chance);

    static String text(RandomInputs chance) {
        return chance.below(2) == 0 ? chance.text(200) : chance.pieces(20, HEADERS);
    }

    /// Instead of what the sender wrote, behind it, in the middle of it, or made of it.
    private static String mixed(String genuine, RandomInputs chance) {
        var at = chance.below(genuine.length() + 1);
        return switch (chance.below(4)) {
            case 0 -> text(chance);
            case 1 -> genuine + chance.pieces(20, HEADERS);
            case 2 -> genuine.substring(0, at) + chance.pieces(3, HEADERS) + genuine.substring(at);
            default -> genuine.substring(at) + genuine.substring(0, at);
        };
    }

    /// So many characters for one thing, around which all is genuine: of some pieces for one vector, of others for the next.
    static Stream<SignedVector> huge(SignedVector genuine, int size) {
        return Stream.concat(
                some(HEADERS, genuine).map(piece -> piece.repeat(size / piece.length()))
                        .flatMap(much -> Stream.concat(hugeHeader(genuine, much), hugeQuery(genuine, much))),
                some(BODIES, genuine).map(piece -> piece.repeat(size / piece.length()))
                        .flatMap(much -> hugeBody(genuine, much)));
    }

    private static Stream<String> some(String[] pieces, SignedVector genuine) {
        var first = Math.floorMod(genuine.file().hashCode(), SHARE);
        return IntStream.range(0, pieces.length).filter(n -> n % SHARE == first).mapToObj(n -> pieces[n]);
    }

    private static Stream<SignedVector> hugeHeader(SignedVector genuine, String much) {
        return EveryLocation.headers(genuine).stream().flatMap(name -> Stream.of(genuine.mapHeader(name, _ -> much),
                genuine.mapHeader(name, text -> text + ',' + much)));
    }

    private static Stream<SignedVector> hugeQuery(SignedVector genuine, String much) {
        return genuine.preset().signsUrl() || !EveryLocation.inQuery(genuine).isEmpty()
                ? Stream.of(genuine.withQuery(much), genuine.withQuery(genuine.line().query() + '&' + much))
                : Stream.of();
    }

    private static Stream<SignedVector> hugeBody(SignedVector genuine, String much) {
        return Stream.of(genuine.mapBody(_ -> much),
                genuine.mapBody(text -> text.replaceFirst("\\{",
                        Matcher.quoteReplacement("{\"a\":\"" + much + "\","))));
    }

    private static String one(SignedVector signedVector, RandomInputs chance) {
        var read = EveryLocation.headers(signedVector).stream().toList();
        var all = read.isEmpty() ? signedVector.headers().stream().map(header -> header.getKey()).toList() : read;
        return all.get(chance.below(all.size()));
    }
}
