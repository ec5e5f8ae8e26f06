/// The report of each day.
@NullMarked
package dev.onceward.payments.report;

import org.jspecify.annotations.NullMarked;
