package dev.onceward.bench;

/// What a carrier did before and after the minutes.
///
/// @param first how fast it drained a backlog before, in events a second
/// @param last after
/// @param behind how many it had yet to deliver when they were over
record HorizonFigure(double first, double last, long behind) {}
