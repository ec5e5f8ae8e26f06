package dev.onceward.internal.settings;

import org.eclipse.microprofile.config.spi.Converter;

/// Reads a number of attempts. There is always a first attempt.
public final class AttemptsSetting implements Converter<Integer> {
    private static final long serialVersionUID = 1;
    private static final int MOST = 1_000;

    @Override
    public Integer convert(String value) {
        var text = value.strip();
        if (text.matches("[0-9]{1,4}")) {
            var attempts = Integer.parseInt(text);
            if (attempts >= 1 && attempts <= MOST) {
                return attempts;
            }
        }
        throw new IllegalArgumentException("It must be a number between 1 and " + MOST + ".");
    }
}
