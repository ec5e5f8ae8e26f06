package dev.onceward.bench.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;

import dev.onceward.bench.run.Load.Answer;
import dev.onceward.bench.run.Load.Sender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/// The connections over which a target is measured. They implement just enough of HTTP/1.1, because Vert.x's client
/// takes a third more CPU time per request, which the target on the same machine would lack.
public record HttpConnections(Vertx vertx, NetClient client, List<Sender> senders) implements AutoCloseable {
    private static final int COUNT = 64;
    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)\r\n");

    /// @param request makes the request of one connection
    public static HttpConnections open(Vertx vertx, int port, Supplier<RequestBytes> request) {
        var client = vertx.createNetClient();
        var senders = Stream.generate(() -> client.connect(port, "127.0.0.1")
                .<Sender>map(socket -> new Connection(socket, request.get()))).limit(COUNT).toList();
        return new HttpConnections(vertx, client, Await.result(Future.all(senders)).list());
    }

    public Load.Result run(Load.Rate rate, Load.Mix mix) {
        return Await.result(Load.start(vertx, senders, rate, mix));
    }

    @Override
    public void close() {
        Await.result(client.close());
    }

    /// Parses an answer; empty while it is incomplete. Targets send a content length.
    static Optional<Answer> read(String received) {
        var text = received.toLowerCase(Locale.ROOT);
        var body = text.indexOf("\r\n\r\n") + 4;
        var length = LENGTH.matcher(text);
        if (body < 4 || !length.find() || text.length() < body + Integer.parseInt(length.group(1))) {
            return Optional.empty();
        }
        return Optional.of(answer(text));
    }

    private static Answer answer(String text) {
        if (text.startsWith("http/1.1 2")) {
            return text.contains("\r\nidempotent-replayed: true\r\n") ? Answer.REPLAYED : Answer.STORED;
        }
        return text.startsWith("http/1.1 409 ") ? Answer.IN_FLIGHT : Answer.REFUSED;
    }

    /// A keep-alive connection.
    private static final class Connection implements Sender {
        private final NetSocket socket;
        private final RequestBytes request;
        private Promise<Answer> answer = Promise.promise();
        private String received = "";

        private Connection(NetSocket socket, RequestBytes request) {
            this.socket = socket;
            this.request = request;
            socket.handler(this::receive).exceptionHandler(_ -> end()).closeHandler(_ -> end());
        }

        @Override
        public Future<Answer> send(long number) {
            received = "";
            answer = Promise.promise();
            var _ = socket.write(request.numbered(number)).onFailure(answer::tryFail);
            return answer.future();
        }

        private void receive(Buffer more) {
            received += more.toString(ISO_8859_1);
            read(received).ifPresent(answer::tryComplete);
        }

        private void end() {
            var _ = answer.tryFail("the connection has ended");
        }
    }
}
