package dev.onceward.intake.handshake;

import java.util.List;
import java.util.Optional;

import dev.onceward.intake.signature.SecretText;

/// The handshakes of a source. They are divided once, because each webhook needs both lists.
///
/// @param unsigned come before the sender can sign
/// @param signed are verified like an event
/// @param token what a sender must know in an unsigned handshake
public record SourceHandshakes(List<Handshake> unsigned, List<Handshake> signed, Optional<SecretText> token) {

    public static SourceHandshakes of(List<Handshake> all, Optional<SecretText> token) {
        return new SourceHandshakes(all.stream().filter(handshake -> !handshake.isSigned()).toList(),
                all.stream().filter(Handshake::isSigned).toList(), token);
    }

    /// Whether the sender chooses the secret that it signs with.
    public boolean senderChoosesSecrets() {
        return unsigned.contains(Handshake.ASANA);
    }
}
