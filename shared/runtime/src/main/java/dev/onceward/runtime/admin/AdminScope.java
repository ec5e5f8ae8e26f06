package dev.onceward.runtime.admin;

/// What a caller of the admin API may do.
public enum AdminScope {
    /// Read stored events with their headers and bodies.
    READ_EVENTS,
    /// See the state of the functions and change it.
    OPERATE
}
