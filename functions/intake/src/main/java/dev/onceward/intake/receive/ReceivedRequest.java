package dev.onceward.intake.receive;

import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// A request that was read and that nobody has verified yet.
record ReceivedRequest(Source source, Request request) {}
