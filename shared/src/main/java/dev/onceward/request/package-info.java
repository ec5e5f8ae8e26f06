/// What came in: its headers, its bytes, and the fingerprint that tells again from another.
@NullMarked
package dev.onceward.request;

import org.jspecify.annotations.NullMarked;
