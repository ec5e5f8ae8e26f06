package dev.onceward.gruelbox;

/// What is called later. An interface, so that the library needs no class made at run time.
public interface Post {
    void send(String topic, String key, String body);
}
