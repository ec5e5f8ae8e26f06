package dev.onceward.request;

import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The characters of a body, a few thousand at a time: as one text they would be the whole body once more.
final class Utf8 extends Reader {
    private static final int SOME = 4096;

    private final CharsetDecoder decoder = UTF_8.newDecoder();
    private final ByteBuffer bytes;

    Utf8(ByteBuffer bytes) {
        this.bytes = bytes.duplicate();
    }

    /// @throws CharacterCodingException if the bytes are no UTF-8
    static void check(ByteBuffer bytes) throws CharacterCodingException {
        var rest = new Utf8(bytes);
        var some = CharBuffer.allocate(Math.min(bytes.remaining() + 1, SOME));
        while (rest.decode(some)) {
            var _ = some.clear();
        }
    }

    @Override
    public int read(char[] into, int offset, int length) throws CharacterCodingException {
        var some = CharBuffer.wrap(into, offset, length);
        var _ = decode(some);
        return some.position() == 0 && length > 0 ? -1 : some.position();
    }

    @Override
    public void close() {}

    /// Whether bytes are left.
    private boolean decode(CharBuffer into) throws CharacterCodingException {
        var result = decoder.decode(bytes, into, true);
        if (result.isError()) {
            result.throwException();
        }
        return bytes.hasRemaining();
    }
}
