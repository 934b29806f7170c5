package org.speedwell.accelerator.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the sort with the JDK's stable sort. The order uses only a part of each number. */
@Tag("oracle")
class IntSortTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "16, 3", "17, 3", "1000, 10", "16384, 5", "16385, 7", "100000, 11", "300000, 1000000"})
    void sortsAsTheJdkDoes(int size, int keys) {
        long seed = 31L * size + keys;
        int[] values = new SplittableRandom(seed).ints(size).toArray();
        int[] expected = Arrays.stream(values)
                .boxed()
                .sorted(Comparator.comparingInt(value -> Math.floorMod(value, keys)))
                .mapToInt(Integer::intValue)
                .toArray();
        IntSort.IntComparison order = (a, b) -> Integer.compare(Math.floorMod(a, keys), Math.floorMod(b, keys));
        int[] alone = values.clone();
        IntSort.sort(alone, order);
        int[] shared = values.clone();
        IntSort.sort(shared, order, true);

        assertThat(alone).as("seed %d", seed).isEqualTo(expected);
        assertThat(shared).as("in parallel, seed %d", seed).isEqualTo(expected);
    }
}
