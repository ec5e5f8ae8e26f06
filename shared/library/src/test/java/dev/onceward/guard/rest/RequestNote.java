package dev.onceward.guard.rest;

import jakarta.enterprise.context.RequestScoped;

/// A bean of one request.
@RequestScoped
class RequestNote {
    private String text = "";

    void write(String written) {
        text = written;
    }

    String text() {
        return text;
    }
}
