/// What a method of Quarkus REST answers, as the bytes that can be kept and sent again.
@NullMarked
package dev.onceward.internal.answer;

import org.jspecify.annotations.NullMarked;
