package dev.onceward.intake;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

/// More connections than anybody needs.
class ConnectionsIT {
    private static final int MOST = 2_000;

    private final FunctionProcess function = Intakes.bare().start();
    private List<RawConnection> open = List.of();

    @AfterEach
    void end() {
        open.forEach(RawConnection::close);
        function.close();
    }

    @Test
    void a_connection_beyond_two_thousand_is_closed_until_an_open_connection_ends() {
        open = IntStream.range(0, MOST + 1).mapToObj(_ -> RawConnection.to(function)).toList();
        var answered = open.stream().filter(ConnectionsIT::isAnswered).toList();
        assertThat(answered).hasSize(MOST);
        answered.getFirst().close();
        Eventually.holds(this::isOneMoreAnswered);
    }

    private boolean isOneMoreAnswered() {
        try (var rawConnection = RawConnection.to(function)) {
            return isAnswered(rawConnection);
        }
    }

    private static boolean isAnswered(RawConnection rawConnection) {
        try {
            return rawConnection.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n").answer().contains(" 200 ");
        } catch (UncheckedIOException closed) {
            return false;
        }
    }
}
