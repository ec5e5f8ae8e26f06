package dev.onceward.intake.secret;

import java.time.Duration;

/// How long a secret has been of no use, in any replica.
///
/// @param unused since it last matched, or since it is known if it never did
/// @param isSpare whether that is long, while another secret of its source is in use: it can go
public record SecretAge(SecretName name, Duration unused, boolean isSpare) {}
