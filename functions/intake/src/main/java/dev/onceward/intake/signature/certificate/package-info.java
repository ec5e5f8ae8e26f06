/// Schemes of senders that sign with a certificate's key.
@NullMarked
package dev.onceward.intake.signature.certificate;

import org.jspecify.annotations.NullMarked;
