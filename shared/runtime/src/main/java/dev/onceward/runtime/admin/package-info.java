/// What the admin APIs of all functions share: the operators' tokens, reading what an operator sent, and answering.
@NullMarked
package dev.onceward.runtime.admin;

import org.jspecify.annotations.NullMarked;
