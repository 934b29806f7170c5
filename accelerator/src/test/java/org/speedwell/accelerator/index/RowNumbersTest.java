package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.memory.Lease;

/** Verifies lists of row ids of every width, with the first and the last row at both ends and next to each other. */
@Tag("unit")
class RowNumbersTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "256, 1", "257, 2", "65536, 2", "65537, 3", "16777216, 3", "16777217, 4"})
    void numbersKeepTheirPlaces(int rows, int bytes) {
        Lease lease = new Lease();
        try {
            RowNumbers numbers = RowNumbers.allocate(rows, lease);
            assertThat(numbers.region().size()).isEqualTo((long) rows * bytes + 3);
            SplittableRandom random = new SplittableRandom(rows);
            int places = Math.min(rows, 100_000);
            BitSet written = new BitSet();
            for (int i = 0; i < places; i++) {
                int index = random.nextInt(rows);
                numbers.set(index, rows - 1 - index);
                written.set(index);
            }
            if (rows > 0) {
                numbers.set(0, rows - 1);
                numbers.set(rows - 1, 0);
                written.set(0);
                written.set(rows - 1);
            }
            written.stream()
                    .forEach(index -> assertThat(numbers.get(index))
                            .as("number %d of %d", index, rows)
                            .isEqualTo(rows == 1 ? 0 : rows - 1 - index));
        } finally {
            lease.release();
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 1000", "1000, 100"})
    void regionOfAnotherSizeIsRefused(int rows, int other) {
        Lease lease = new Lease();
        RowNumbers numbers = RowNumbers.allocate(rows, lease);
        assertThatThrownBy(() -> RowNumbers.of(numbers.region(), other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the order of " + other + " rows");
        lease.release();
    }
}
