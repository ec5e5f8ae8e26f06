package dev.onceward.guard.rest;

/// The body of an order.
record OrderedGoods(String article, int cents) {}
