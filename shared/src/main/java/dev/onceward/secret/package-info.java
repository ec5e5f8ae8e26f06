/// What is known of the senders' secrets across replicas: which are in use, and which were learned.
@NullMarked
package dev.onceward.secret;

import org.jspecify.annotations.NullMarked;
