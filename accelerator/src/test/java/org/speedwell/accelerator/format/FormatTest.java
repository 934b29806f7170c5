package org.speedwell.accelerator.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.schema.DocumentedBytes;

/** Verifies the header that binary formats share. A reader returns exactly the body, or an error that says why not. */
@Tag("unit")
class FormatTest {
    private static final Format LETTERS = new Format("a letter", "LETTERS", '1');
    private static final byte[] BODY = "abc".getBytes(StandardCharsets.US_ASCII);

    @Test
    void headerHasTheDocumentedLayout() {
        assertThat(DocumentedBytes.dump(LETTERS.wrap(BODY))).isEqualTo(DocumentedBytes.below("The header"));
    }

    /** Writes empty, short and long bodies. Long ones exceed what a reader allocates at once. */
    @Test
    void bodyComesBack() throws IOException {
        Random random = new Random(1);
        for (int length : new int[] {0, 1, 19, 20, 21, 1 << 20, (1 << 20) + 1, 5_000_000}) {
            byte[] body = new byte[length];
            random.nextBytes(body);
            assertThat(LETTERS.unwrap(LETTERS.wrap(body))).isEqualTo(body);
        }
    }

    @Test
    void otherVersionIsRefused() {
        for (char version : new char[] {'0', '2', 'A', '\n'}) {
            byte[] other = new Format("a letter", "LETTERS", version).wrap(BODY);
            assertThatThrownBy(() -> LETTERS.unwrap(other))
                    .isInstanceOf(UnknownVersionException.class)
                    .hasMessage("it has version " + (version == '\n' ? "0x0a" : "" + version)
                            + " of the format of a letter, but this version of Speedwell reads only version 1");
        }
    }

    @Test
    void otherFormatIsRefused() {
        assertThatThrownBy(() -> LETTERS.unwrap(new Format("a number", "NUMBERS", '1').wrap(BODY)))
                .hasMessage("it does not start with the header of a letter");
        assertThatIllegalArgumentException().isThrownBy(() -> new Format("a name", "SHORT", '1'));
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] whole = LETTERS.wrap(BODY);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> LETTERS.unwrap(cut))
                    .as("%d bytes", length)
                    .isInstanceOf(EOFException.class)
                    .hasMessage("it is cut off");
        }
        assertThatThrownBy(() -> LETTERS.unwrap(Arrays.copyOf(whole, whole.length + 2)))
                .hasMessage("it has 2 bytes after its end");
    }

    @Test
    void everyFlippedBitIsRefused() {
        byte[] whole = LETTERS.wrap(BODY);
        for (int bit = 0; bit < Byte.SIZE * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatThrownBy(() -> LETTERS.unwrap(flipped)).as("bit %d", bit).isInstanceOf(IOException.class);
        }
    }

    /** Verifies that a damaged length causes no allocation of that length. */
    @Test
    void hugeLengthIsRefused() {
        for (long length : new long[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 8, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(LETTERS.header(0, length)));
            assertThatThrownBy(() -> LETTERS.read(in))
                    .isInstanceOf(IOException.class)
                    .message()
                    .isIn("it is cut off", "it has the invalid length of " + length + " bytes");
        }
    }
}
