package dev.onceward.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

import dev.onceward.embedded.FunctionProcess;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/// A bare connection, for HTTP that no client would speak. Characters are bytes here.
final class RawConnection implements AutoCloseable {
    private static final int PATIENCE = 10_000;

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    static RawConnection open() {
        return to(Intakes.running());
    }

    static RawConnection to(FunctionProcess function) {
        try {
            var socket = new Socket(InetAddress.getByName("localhost"), function.port());
            socket.setSoTimeout(PATIENCE);
            return new RawConnection(socket);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// A request to a source, as far as its headers; what follows is the test's.
    static RawConnection post(String source, String... headers) {
        var lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return open().send("POST /hooks/" + source + " HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n");
    }

    RawConnection send(String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Sends no more, and still listens.
    RawConnection hangUp() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The head of the answer; nothing if the connection ends before it.
    String answer() {
        var head = new StringBuilder();
        for (var next = read(); next >= 0; next = read()) {
            head.append((char) next);
            if (head.toString().endsWith("\r\n\r\n")) {
                break;
            }
        }
        return head.toString();
    }

    /// Head and body, to the end of the connection.
    String wholeAnswer() {
        try {
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    int status() {
        var answer = answer();
        return answer.isEmpty() ? 0 : Integer.parseInt(answer.split(" ", 3)[1]);
    }

    /// Whether the server ends the connection, in the patience of this class.
    boolean isEnded() {
        var next = read();
        while (next >= 0) {
            next = read();
        }
        return next == -1;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private int read() {
        try {
            return socket.getInputStream().read();
        } catch (SocketTimeoutException stillOpen) {
            return -2;
        } catch (IOException reset) {
            return -1;
        }
    }
}
