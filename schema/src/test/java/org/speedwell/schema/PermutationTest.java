package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class PermutationTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 16, 17, 599, 1_000, 1_024, 1_025, 45_810})
    void permutationTakesEachPlaceOnce(int size) {
        int[] places = IntStream.range(0, size)
                .map(i -> Permutation.of(i, size, 42))
                .sorted()
                .toArray();

        assertThat(places).containsExactly(IntStream.range(0, size).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 160_440_000})
    void permutationStaysInRangeAndDependsOnKey(int size) {
        int[] some =
                IntStream.range(0, 1_000).map(i -> Permutation.of(i, size, 1)).toArray();
        int[] others =
                IntStream.range(0, 1_000).map(i -> Permutation.of(i, size, 2)).toArray();

        assertThat(IntStream.of(some))
                .allMatch(place -> place >= 0 && place < size)
                .doesNotHaveDuplicates();
        assertThat(some).isNotEqualTo(others);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1_000})
    void drawsCoverAllValuesBelowBound(int bound) {
        int[] drawn = IntStream.range(0, 20_000)
                .map(i -> Permutation.below(bound, 7, i))
                .distinct()
                .sorted()
                .toArray();

        assertThat(drawn).containsExactly(IntStream.range(0, bound).toArray());
    }
}
