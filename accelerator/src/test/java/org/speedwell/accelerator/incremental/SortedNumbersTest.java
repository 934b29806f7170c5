package org.speedwell.accelerator.incremental;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Numbers in ascending order, compared with a sorted list. */
@Tag("oracle")
class SortedNumbersTest {
    private static final double[] SPECIAL = {Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, Double.MAX_VALUE};

    private final SplittableRandom random = new SplittableRandom(20_261_128);
    private final SortedNumbers numbers = new SortedNumbers();
    private final List<Double> expected = new ArrayList<>();

    private void add(int count) {
        double[] added = IntStream.range(0, count)
                .mapToDouble(_ -> random.nextInt(20) == 0 ? SPECIAL[random.nextInt(5)] : random.nextInt(900))
                .sorted()
                .toArray();
        numbers.add(added);
        for (double number : added) {
            expected.add(number);
        }
        expected.sort(null);
    }

    private void remove(int count) {
        for (int i = 0; i < count; i++) {
            numbers.remove(new double[] {expected.remove(random.nextInt(expected.size()))});
        }
    }

    private void check() {
        assertThat(numbers.size()).isEqualTo(expected.size());
        assertThat(IntStream.range(0, numbers.size()).mapToObj(numbers::get)).isEqualTo(expected);
    }

    @Test
    void numbersEqualThoseOfASortedList() {
        for (int first : new int[] {0, 1, 256, 5_000}) {
            add(first);
            check();
            for (int i = 0; i < 40; i++) {
                add(random.nextInt(200));
                remove(random.nextInt(expected.size() + 1));
                check();
            }
            remove(expected.size());
            check();
        }
    }

    @Test
    void numberThatWasNotAddedCannotBeRemoved() {
        add(1_000);
        assertThatThrownBy(() -> numbers.remove(new double[] {-7}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("-7");
    }
}
