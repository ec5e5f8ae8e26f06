/// Schemes that consist of settings: where a signature is, what it covers, how it is written.
@NullMarked
package dev.onceward.intake.signature.form;

import org.jspecify.annotations.NullMarked;
