package dev.onceward.guard.rest;

/// The answer to an order.
record OrderConfirmation(String order, int run) {}
