/// Payments and refunds of orders.
@NullMarked
package dev.onceward.payments.order;

import org.jspecify.annotations.NullMarked;
