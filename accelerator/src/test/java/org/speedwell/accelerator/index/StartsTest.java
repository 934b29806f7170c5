package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares edited starts with starts that are counted from the places of all rows. */
@Tag("oracle")
class StartsTest {
    private static final int[] SIZES = {1, 2, 511, 3_600, 4_094, 4_095, 4_096, 4_351, 4_352, 4_353, 9_000};

    /** Returns the entries for the places of some rows. */
    private static int[] counted(List<Integer> places, int keys) {
        int[] starts = new int[keys + 1];
        places.forEach(place -> starts[place + 1]++);
        SortedIndexBuilder.addUp(starts);
        return starts;
    }

    @RepeatedTest(200)
    void eachVersionEqualsANewCount(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        SplittableRandom random = new SplittableRandom(seed);
        int keys = SIZES[random.nextInt(SIZES.length)];
        List<Integer> places = new ArrayList<>();
        for (int row = random.nextInt(3 * keys); row > 0; row--) {
            places.add(random.nextInt(keys));
        }
        Starts starts = new Starts(counted(places, keys));
        for (int version = 0; version < 12; version++) {
            Starts former = starts;
            int[] formerEntries = counted(places, keys);
            int before = random.nextInt(4) > 0 ? 0 : random.nextInt(1, 600);
            int after = random.nextInt(3) > 0 ? 0 : random.nextInt(600);
            keys += before + after;
            places.replaceAll(place -> place + before);
            int[] removed = new int[random.nextInt(Math.min(places.size(), 30) + 1)];
            Arrays.setAll(removed, _ -> places.remove(random.nextInt(places.size())));
            int most = keys;
            int[] added = random.ints(random.nextInt(random.nextBoolean() ? 3 : 40), 0, most)
                    .toArray();
            Arrays.stream(added).forEach(places::add);
            Arrays.sort(removed);
            Arrays.sort(added);
            starts = starts.edit(before, keys + 1, removed, added);
            String description = "version %d, seed %d".formatted(version, seed);
            assertThat(starts.toArray()).as(description).isEqualTo(counted(places, keys));
            assertThat(starts.length()).as(description).isEqualTo(keys + 1);
            assertThat(former.toArray()).as("before " + description).isEqualTo(formerEntries);
        }
    }

    @Test
    void shortArrayStaysOneArray() {
        Starts starts = new Starts(new int[4_096]).edit(0, 4_096, new int[0], new int[] {4_094});
        assertThat(starts.flat()).isNotNull();
        assertThat(starts.get(4_095)).isEqualTo(1);
    }

    @Test
    void longArrayIsSplitOnce() {
        Starts starts = new Starts(new int[70_000]).edit(0, 70_000, new int[0], new int[] {3});
        assertThat(starts.flat()).isNull();
        assertThat(starts.get(3)).isZero();
        assertThat(starts.get(4)).isEqualTo(1);
        assertThat(starts.get(69_999)).isEqualTo(1);
    }
}
