/// Schemes of senders that send a JSON Web Token.
@NullMarked
package dev.onceward.intake.signature.jwt;

import org.jspecify.annotations.NullMarked;
