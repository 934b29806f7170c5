package org.speedwell.accelerator.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The conversion of random strings, some with lone surrogates, to bytes and back. */
@Tag("oracle")
class Utf16BytesTest {
    private static final int STRINGS = 20_000;
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_125L);

    @Test
    void encodingKeepsStringsAndTheirOrder() {
        Random random = new Random(SEED);
        String before = "";
        for (int i = 0; i < STRINGS; i++) {
            String string = string(random);
            byte[] bytes = Utf16Bytes.encode(string);
            assertThat(Utf16Bytes.decode(bytes)).as("-Dspeedwell.seed=" + SEED).isEqualTo(string);
            assertThat(Integer.signum(Arrays.compareUnsigned(bytes, Utf16Bytes.encode(before))))
                    .as("-Dspeedwell.seed=" + SEED)
                    .isEqualTo(Integer.signum(string.compareTo(before)));
            before = string;
        }
    }

    @Test
    void utf8GivesTheBytesOfTheString() {
        Random random = new Random(SEED);
        for (int i = 0; i < STRINGS; i++) {
            byte[] utf8 = string(random).getBytes(UTF_8); // a lone surrogate becomes a question mark
            assertThat(Utf16Bytes.ofUtf8(utf8))
                    .as("-Dspeedwell.seed=" + SEED)
                    .isEqualTo(Utf16Bytes.encode(new String(utf8, UTF_8)));
        }
    }

    /** Returns mostly ASCII, with other characters at the beginning, in the middle or at the end. */
    private static String string(Random random) {
        int kinds = random.nextInt(1, 5);
        char[] units = new char[random.nextInt(30)];
        for (int i = 0; i < units.length; i++) {
            int kind = random.nextInt(8) == 0 ? random.nextInt(kinds) : 0;
            units[i] = (char)
                    switch (kind) {
                        case 0 -> random.nextInt(0x80);
                        case 1 -> random.nextInt(0x80, 0x800);
                        case 2 -> random.nextInt(0x800, 0x10000);
                        default -> random.nextInt(0xD800, 0xE000);
                    };
        }
        return new String(units);
    }
}
