package org.speedwell.accelerator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares {@link DistinctPairs} with a plain set. */
@Tag("oracle")
class DistinctPairsTest {
    private static long pair(int first, int second) {
        return (long) first << Integer.SIZE | second;
    }

    /** Returns pairs in runs with the same first int. The first ints ascend, or descend once, or come in any order. */
    private static List<Long> pairs(SplittableRandom random) {
        List<Long> pairs = new ArrayList<>();
        int descent = random.nextInt(1, 200);
        int most = random.nextInt(1, 40);
        int first = random.nextBoolean() ? 1 : Integer.MAX_VALUE - 300;
        for (int run = 0; run < 100; run++) {
            first = run == descent ? 1 : first + random.nextInt(3);
            for (int i = random.nextInt(most); i >= 0; i--) {
                pairs.add(pair(first, random.nextBoolean() ? Integer.MAX_VALUE - i : random.nextInt(1, most + 1)));
            }
        }
        return pairs;
    }

    private static void add(DistinctPairs to, Set<Long> expected, long pair) {
        assertThat(to.add(pair)).isEqualTo(expected.add(pair));
    }

    private static void assertSame(DistinctPairs pairs, Set<Long> expected) {
        assertThat(Arrays.stream(pairs.pairs()).filter(pair -> pair != 0).boxed())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void eachPairIsNewOnce() {
        for (long seed = 1; seed <= 300; seed++) {
            DistinctPairs pairs = new DistinctPairs();
            Set<Long> expected = new HashSet<>();
            pairs(new SplittableRandom(seed)).forEach(pair -> add(pairs, expected, pair));
            assertSame(pairs, expected);
        }
    }

    @Test
    void addsThePairsOfAnotherSet() {
        for (long seed = 1; seed <= 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            DistinctPairs pairs = new DistinctPairs();
            Set<Long> expected = new HashSet<>();
            List<Long> all = pairs(random);
            int cut = random.nextInt(all.size() + 1);
            all.subList(0, cut).forEach(pair -> add(pairs, expected, pair));
            DistinctPairs other = new DistinctPairs();
            all.subList(random.nextInt(cut + 1), all.size()).forEach(other::add);
            pairs.reserve(other);
            for (long pair : other.pairs()) {
                if (pair != 0) {
                    add(pairs, expected, pair);
                }
            }
            assertSame(pairs, expected);
            assertThat(expected).containsExactlyInAnyOrderElementsOf(new HashSet<>(all));
        }
    }
}
