package dev.onceward.internal.json;

import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Decodes a body a few thousand characters at a time, because one string would double its memory. The first part has
/// only a few hundred, because the wanted value is often near the beginning.
final class Utf8 extends Reader {
    private static final int FEW = 256;
    private static final int SOME = 4096;

    private final CharsetDecoder decoder = UTF_8.newDecoder();
    private final ByteBuffer bytes;
    private int next = FEW;

    Utf8(ByteBuffer bytes) {
        this.bytes = bytes.duplicate();
    }

    static boolean isValid(ByteBuffer bytes) {
        var rest = new Utf8(bytes);
        var some = CharBuffer.allocate(SOME);
        try {
            while (rest.decode(some)) {
                var _ = some.clear();
            }
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    @Override
    public int read(char[] into, int offset, int length) throws CharacterCodingException {
        var some = CharBuffer.wrap(into, offset, Math.min(length, next));
        next = Math.min(2 * next, SOME);
        var _ = decode(some);
        return some.position() == 0 && length > 0 ? -1 : some.position();
    }

    @Override
    public void close() {}

    /// Returns whether bytes are left.
    private boolean decode(CharBuffer into) throws CharacterCodingException {
        var result = decoder.decode(bytes, into, true);
        if (result.isError()) {
            result.throwException();
        }
        return bytes.hasRemaining();
    }
}
