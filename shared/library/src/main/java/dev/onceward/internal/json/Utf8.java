package dev.onceward.internal.json;

import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The characters of a body, a few thousand at a time: as one text they would be the whole body once more. At first only a
/// few hundred, because what is looked for often stands near the beginning.
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

    /// Whether bytes are left.
    private boolean decode(CharBuffer into) throws CharacterCodingException {
        var result = decoder.decode(bytes, into, true);
        if (result.isError()) {
            result.throwException();
        }
        return bytes.hasRemaining();
    }
}
