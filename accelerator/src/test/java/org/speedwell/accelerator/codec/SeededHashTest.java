package org.speedwell.accelerator.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/** Verifies that values that collide under a plain hash do not collide under a seeded hash. */
@Tag("fault")
class SeededHashTest {
    private static final int VALUES = 1 << 17;

    /** Returns the {@code n}-th string of seventeen pairs "Aa" or "BB". All these strings have one {@code hashCode}. */
    private static String sameHashCode(int n) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 17; bit++) {
            text.append((n >>> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }

    @Test
    void stringsWithEqualHashCodesSpread() {
        assertThat(sameHashCode(VALUES - 1)).hasSameHashCodeAs(sameHashCode(0));
        assertSpread(n -> SeededHash.of(sameHashCode(n).getBytes(US_ASCII)));
    }

    @Test
    void wholeNumbersAsDoublesSpread() {
        assertSpread(n -> SeededHash.of(Double.doubleToLongBits(n)));
    }

    @Test
    void numbersWithEqualLowBitsSpread() {
        assertSpread(n -> SeededHash.of((long) n << 47));
    }

    /** Hashes bytes of many lengths. Most lengths are not a multiple of a word. */
    @Test
    void everyByteChangesTheHash() {
        for (int length = 1; length < 40; length++) {
            byte[] run = new byte[length];
            int before = SeededHash.of(run);
            assertThat(SeededHash.of(new byte[length - 1])).isNotEqualTo(before);
            for (int i = 0; i < length; i++) {
                run[i] = 1;
                assertThat(SeededHash.of(run)).as("byte %d of %d", i, length).isNotEqualTo(before);
                run[i] = 0;
            }
        }
    }

    /** Builds a dictionary of colliding strings. Without a seed this takes a minute. */
    @Test
    @Timeout(20)
    void dictionaryOfCollidingStringsIsBuiltFast() {
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.VARCHAR, 0, 0, String.class, String.class, null)) {
            for (int n = 0; n < VALUES; n++) {
                builder.append(sameHashCode(n));
            }
            Lease lease = new Lease();
            KeyColumn column = (KeyColumn) builder.build(lease);
            assertThat(column.max()).isEqualTo(VALUES - 1);
            lease.keepAlive();
        }
    }

    /** Checks the spread of the high and of the low bits. 131,072 random hashes occupy 63 % of 131,072 slots. */
    private static void assertSpread(IntUnaryOperator hash) {
        int[] hashes = IntStream.range(0, VALUES).map(hash).toArray();
        assertThat(IntStream.of(hashes).map(i -> i & VALUES - 1).distinct()).hasSizeBetween(80_000, 85_000);
        assertThat(IntStream.of(hashes).map(i -> i >>> 15).distinct()).hasSizeBetween(80_000, 85_000);
    }
}
