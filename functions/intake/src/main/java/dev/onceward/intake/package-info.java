/// The function that receives webhooks and CloudEvents. It verifies them, and stores each once before it answers.
@NullMarked
package dev.onceward.intake;

import org.jspecify.annotations.NullMarked;
