/// The configured senders, as data: what each step of a webhook needs to know of them.
@NullMarked
package dev.onceward.intake.source;

import org.jspecify.annotations.NullMarked;
