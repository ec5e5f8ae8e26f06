/// A request as it arrived: its line, its headers, its bytes.
@NullMarked
package dev.onceward.internal.request;

import org.jspecify.annotations.NullMarked;
