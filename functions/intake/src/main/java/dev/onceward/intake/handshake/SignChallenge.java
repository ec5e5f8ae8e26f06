package dev.onceward.intake.handshake;

import java.util.Optional;

import dev.onceward.intake.signature.SecretForm;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Signs a challenge with the source's newest secret, which proves to the sender that intake knows it.
final class SignChallenge {
    private SignChallenge() {}

    static Optional<String> of(HandshakeRequest handshakeRequest, String token, Encoding encoding) {
        return handshakeRequest.secrets().stream().findFirst()
                .map(secret -> HmacKey.of("HmacSHA256", SecretForm.TEXT.bytes(secret.text())))
                .map(key -> encoding.text(key.sign(SignedContent.of(token.getBytes(UTF_8)))));
    }
}
