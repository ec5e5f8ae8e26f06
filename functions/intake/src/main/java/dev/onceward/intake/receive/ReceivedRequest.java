package dev.onceward.intake.receive;

import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// A request that was read and is not verified yet.
record ReceivedRequest(Source source, Request request) {}
