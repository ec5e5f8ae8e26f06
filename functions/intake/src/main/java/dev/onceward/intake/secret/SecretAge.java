package dev.onceward.intake.secret;

import java.time.Duration;

/// How long a secret has matched no request in any replica.
///
/// @param unused the time since it last matched or, if it never did, since it was configured
/// @param isSpare whether that is long while another secret of its source is in use, so that this one can be removed
public record SecretAge(SecretName name, Duration unused, boolean isSpare) {}
