/// What the operators of intake may see and do, and the tokens that they need for it.
@NullMarked
package dev.onceward.intake.admin;

import org.jspecify.annotations.NullMarked;
