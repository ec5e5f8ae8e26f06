package dev.onceward.intake;

import dev.onceward.intake.source.OnMismatch;

import dev.onceward.log.Entry;

/// An entry on its way in.
///
/// @param onMismatch what happens if its key is known with another body
record Submission(Entry entry, OnMismatch onMismatch) {}
