package dev.onceward.intake.signature.form;

import java.util.Base64;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// Reads a public key in PEM form. Every algorithm that verifies with a public key accepts PEM, however its sender
/// writes the key.
final class PemKey {
    private static final String ANY = "-----BEGIN ";
    private static final String BEGIN = "-----BEGIN PUBLIC KEY-----";
    private static final String END = "-----END PUBLIC KEY-----";

    private PemKey() {}

    static boolean is(String text) {
        return text.stripLeading().startsWith(ANY);
    }

    /// Returns the bytes between the two marker lines.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    static byte[] bytes(String text) {
        var begin = text.indexOf(BEGIN);
        var end = text.indexOf(END);
        if (text.contains("PRIVATE KEY-----")) {
            throw new IllegalArgumentException(
                    "is a private key, which only the sender may have: give its public key, which starts with "
                            + BEGIN);
        }
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("is no public key: of what stands between lines of dashes, only what "
                    + "starts with " + BEGIN + " is taken");
        }
        return Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end).getBytes(US_ASCII));
    }
}
