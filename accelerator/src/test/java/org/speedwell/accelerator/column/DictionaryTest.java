package org.speedwell.accelerator.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.memory.Lease;

/** Byte runs numbered in parts, sorted, merged and looked up, against maps and sorted sets of the heap. */
class DictionaryTest {
    private static final ByteForm FORM = new ByteForm.Binary();

    @Test
    void dictionariesOfPartsBecomeOne() {
        for (int seed = 0; seed < 120; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TreeSet<byte[]> all = new TreeSet<>(Arrays::compareUnsigned);
            List<DistinctBytes> parts = new ArrayList<>();
            List<List<byte[]>> runs = new ArrayList<>();
            for (int part = random.nextInt(1, 5); part > 0; part--) {
                List<byte[]> numbered = new ArrayList<>();
                parts.add(part(new int[] {0, 1, 60, 700}[random.nextInt(4)], numbered, random));
                runs.add(numbered);
                all.addAll(numbered);
            }
            try (DictionaryMerge merge = new DictionaryMerge(parts)) {
                List<byte[]> sorted = List.copyOf(all);
                assertThat(merge.size()).isEqualTo(sorted.size());
                Dictionary dictionary = merge.dictionary(new Lease(), FORM);
                for (int i = 0; i < parts.size(); i++) {
                    for (int number = 0; number < runs.get(i).size(); number++) {
                        int rank = merge.ranks(i).getInt((long) number << 2);
                        assertThat(sorted.get(rank)).isEqualTo(runs.get(i).get(number));
                    }
                }
                checkLookups(dictionary, all, sorted, random);
            } finally {
                parts.forEach(DistinctBytes::close);
            }
        }
    }

    /** Fills a list with the runs in the order of their numbers. */
    private static DistinctBytes part(int rows, List<byte[]> numbered, SplittableRandom random) {
        DistinctBytes part = new DistinctBytes();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (int row = 0; row < rows; row++) {
            byte[] run = run(random);
            int expected = numbers.computeIfAbsent(Arrays.toString(run), _ -> {
                numbered.add(run);
                return numbered.size() - 1;
            });
            assertThat(part.number(run)).isEqualTo(expected);
        }
        assertThat(part.size()).isEqualTo(numbered.size());
        assertThat(part.bytes())
                .isEqualTo(numbered.stream().mapToLong(run -> run.length).sum());
        part.sort();
        List<byte[]> sorted = new ArrayList<>(numbered);
        sorted.sort(Arrays::compareUnsigned);
        for (int place = 0; place < sorted.size(); place++) {
            assertThat(numbered.get(part.sortedNumber(place))).isEqualTo(sorted.get(place));
        }
        return part;
    }

    private static void checkLookups(
            Dictionary dictionary, TreeSet<byte[]> all, List<byte[]> sorted, SplittableRandom random) {
        assertThat(dictionary.size()).isEqualTo(sorted.size());
        for (int place = 0; place < sorted.size(); place++) {
            assertThat(dictionary.value(place)).isEqualTo(sorted.get(place));
            assertThat(dictionary.floor(sorted.get(place))).isEqualTo(place);
        }
        for (int i = 0; i < 100; i++) {
            byte[] run = run(random);
            assertThat(dictionary.contains(run)).isEqualTo(all.contains(run));
            assertThat(dictionary.floor(run)).isEqualTo(all.headSet(run, true).size() - 1);
        }
    }

    /** Up to twelve bytes of few kinds, so that many are equal, or equal in the first eight, or one begins with another. */
    private static byte[] run(SplittableRandom random) {
        byte[] run = new byte[random.nextInt(3) == 0 ? random.nextInt(8, 13) : random.nextInt(4)];
        for (int i = 0; i < run.length; i++) {
            run[i] = i < 7 && run.length > 7 ? 1 : new byte[] {0, 1, 127, -128, -1}[random.nextInt(5)];
        }
        return run;
    }
}
