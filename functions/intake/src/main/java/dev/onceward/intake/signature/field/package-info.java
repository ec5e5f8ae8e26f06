/// How the fields of a signed request are read: headers, encodings, times, addresses.
@NullMarked
package dev.onceward.intake.signature.field;

import org.jspecify.annotations.NullMarked;
