package dev.onceward.intake.handshake;

import java.util.Optional;

import dev.onceward.signature.Encoding;
import dev.onceward.signature.HmacKey;
import dev.onceward.signature.SecretForm;
import dev.onceward.signature.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// That we know the secret, shown with its newest: the sender has one at a time.
final class SignChallenge {
    private SignChallenge() {}

    static Optional<String> of(HandshakeRequest handshakeRequest, String token, Encoding encoding) {
        return handshakeRequest.secrets().stream().findFirst()
                .map(secret -> HmacKey.of("HmacSHA256", SecretForm.TEXT.bytes(secret.text())))
                .map(key -> encoding.text(key.sign(SignedContent.of(token.getBytes(UTF_8)))));
    }
}
