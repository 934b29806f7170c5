package org.speedwell.accelerator.codec;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.text.TextPattern;

/** Compares numbered, sorted, merged and grown dictionaries of byte strings with the JDK's maps and sorted sets. */
@Tag("oracle")
class DictionaryTest {
    private static final ByteForm FORM = new ByteForm.Binary();

    @Test
    void dictionariesOfPartsAreMerged() {
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

    /**
     * Creates a part of random byte strings. Adds the distinct ones to {@code numbered} in the order of their numbers.
     */
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
        part.sort();
        List<byte[]> sorted = new ArrayList<>(numbered);
        sorted.sort(Arrays::compareUnsigned);
        for (int place = 0; place < sorted.size(); place++) {
            assertThat(numbered.get(part.sortedNumber(place))).isEqualTo(sorted.get(place));
        }
        return part;
    }

    private static void checkMatches(
            Dictionary dictionary, TreeMap<byte[], Long> keys, SplittableRandom random, String what) {
        TextPattern pattern = TextPattern.contains(String.valueOf((char) random.nextInt(5)));
        TreeSet<Long> expected = new TreeSet<>();
        keys.forEach((run, key) -> {
            if (pattern.matches(run, 0, run.length)) {
                expected.add(key);
            }
        });
        TreeSet<Long> found = new TreeSet<>();
        for (int part = 0; part < dictionary.parts(); part++) {
            dictionary.matching(pattern, part, found::add);
        }
        assertThat(found).as(what).isEqualTo(expected);
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

    /**
     * Grows a dictionary. Each growth keeps the order of the keys, maps each former key to its new one, and does not
     * change the former dictionary.
     */
    @Test
    void grownDictionaryKeepsKeyOrder() {
        for (int seed = 0; seed < 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TreeMap<byte[], Long> keys = new TreeMap<>(Arrays::compareUnsigned);
            Dictionary dictionary = dictionary(List.of());
            int rounds = random.nextInt(2, 30);
            int most = new int[] {3, 40, 400}[random.nextInt(3)];
            for (int round = 0; round < rounds; round++) {
                Dictionary other = dictionary(runs(keys, random.nextInt(most + 1), random));
                Dictionary.Growth growth = dictionary.with(other, likely(other, keys, random), MemoryBudget.UNLIMITED);
                keys.replaceAll((_, key) -> growth.first().of(key));
                for (int place = 0; place < other.size(); place++) {
                    Long former = keys.put(bytes(other, place), growth.second()[place]);
                    assertThat(former == null || former == growth.second()[place])
                            .as("round %d, seed %d", round, seed)
                            .isTrue();
                }
                dictionary = growth.dictionary();
                checkMatches(dictionary, keys, random, "round %d, seed %d".formatted(round, seed));
                check(dictionary, keys, random, "round %d, seed %d".formatted(round, seed));
            }
            BitSet all = new BitSet();
            all.set(0, dictionary.size());
            Dictionary packed = dictionary.only(all, new Lease());
            assertThat(packed.isLoaded()).isTrue();
            checkLookups(packed, new TreeSet<>(keys.navigableKeySet()), List.copyOf(keys.keySet()), random);
            assertThat(dictionary.keys(0, Long.MAX_VALUE - 1).boxed().toList())
                    .as("seed %d", seed)
                    .isEqualTo(List.copyOf(keys.values()));
            for (int i = 0; i < 20 && !keys.isEmpty(); i++) { // as explain does
                long key = random.nextLong(keys.firstEntry().getValue(), dictionary.keys());
                assertThat(keys.values().stream().filter(known -> known <= key).count())
                        .as("key %d, seed %d", key, seed)
                        .isEqualTo(dictionary.rank(requireNonNull(keys.get(bytes(dictionary, key)))) + 1L);
            }
            int place = 0;
            for (long key : keys.values()) {
                assertThat(dictionary.rank(key)).as("seed %d", seed).isEqualTo(place++);
            }
        }
    }

    /** Adds to a dictionary that is long enough for many sampled prefixes, of which many are equal. */
    @Test
    void valuesOfALongDictionaryAreFound() {
        for (int seed = 0; seed < 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TreeMap<byte[], Long> keys = new TreeMap<>(Arrays::compareUnsigned);
            Dictionary dictionary = dictionary(longRuns(5_000, random));
            for (long key = 0; key < dictionary.keys(); key++) {
                keys.put(bytes(dictionary, key), key);
            }
            for (int round = 0; round < 5; round++) {
                Dictionary other = dictionary(longRuns(round == 0 ? 1 : 700, random));
                Dictionary.Growth growth = dictionary.with(other, null, MemoryBudget.UNLIMITED);
                keys.replaceAll((_, key) -> growth.first().of(key));
                for (int place = 0; place < other.size(); place++) {
                    keys.put(bytes(other, place), growth.second()[place]);
                }
                dictionary = growth.dictionary();
                check(dictionary, keys, random, "round %d, seed %d".formatted(round, seed));
                for (byte[] run : longRuns(300, random)) {
                    Map.Entry<byte[], Long> floor = keys.floorEntry(run);
                    assertThat(dictionary.floor(run)).isEqualTo(floor == null ? -1 : floor.getValue());
                }
            }
        }
    }

    /** Creates byte strings of up to 16 bytes. The first 8 bytes of many are equal. */
    private static List<byte[]> longRuns(int count, SplittableRandom random) {
        List<byte[]> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] run = new byte[random.nextInt(17)];
            for (int at = 0; at < run.length; at++) {
                run[at] = (byte) (at < 6 ? random.nextInt(-1, 1) : random.nextInt(256));
            }
            runs.add(run);
        }
        return runs;
    }

    /** Creates byte strings: existing ones, arbitrary ones, or consecutive ones with a common prefix. */
    private static List<byte[]> runs(TreeMap<byte[], Long> keys, int count, SplittableRandom random) {
        List<byte[]> runs = new ArrayList<>();
        List<byte[]> known = List.copyOf(keys.keySet());
        int kind = random.nextInt(3);
        byte[] stem = run(random);
        for (int i = 0; i < count; i++) {
            byte[] run = run(random);
            if (kind == 0 && !known.isEmpty()) {
                run = known.get(random.nextInt(known.size()));
            } else if (kind == 1) {
                run = Arrays.copyOf(stem, stem.length + 3);
                run[stem.length + 1] = (byte) (i >>> 8);
                run[stem.length + 2] = (byte) i;
            }
            runs.add(run);
        }
        return runs;
    }

    private static long @Nullable [] likely(Dictionary other, TreeMap<byte[], Long> keys, SplittableRandom random) {
        if (random.nextBoolean()) {
            return null;
        }
        long[] likely = new long[other.size()];
        List<Long> all = List.copyOf(keys.values());
        for (int place = 0; place < likely.length; place++) {
            Long key = keys.get(bytes(other, place));
            boolean isRight = random.nextBoolean();
            likely[place] =
                    isRight && key != null ? key : all.isEmpty() || isRight ? -1 : all.get(random.nextInt(all.size()));
        }
        return likely;
    }

    private static byte[] bytes(Dictionary dictionary, long key) {
        return (byte[]) dictionary.value(key);
    }

    private static Dictionary dictionary(List<byte[]> runs) {
        try (DistinctBytes part = new DistinctBytes()) {
            runs.forEach(part::number);
            part.sort();
            try (DictionaryMerge merge = new DictionaryMerge(List.of(part))) {
                return merge.dictionary(new Lease(), FORM);
            }
        }
    }

    private static void check(
            Dictionary dictionary, TreeMap<byte[], Long> keys, SplittableRandom random, String description) {
        assertThat(dictionary.size()).as(description).isEqualTo(keys.size());
        long previous = -1;
        for (Map.Entry<byte[], Long> entry : keys.entrySet()) {
            assertThat(entry.getValue()).as(description).isGreaterThan(previous).isLessThan(dictionary.keys());
            assertThat(bytes(dictionary, entry.getValue())).as(description).isEqualTo(entry.getKey());
            assertThat(dictionary.floor(entry.getKey())).as(description).isEqualTo(entry.getValue());
            previous = entry.getValue();
        }
        for (int i = 0; i < 20; i++) {
            byte[] run = run(random);
            Map.Entry<byte[], Long> floor = keys.floorEntry(run);
            assertThat(dictionary.floor(run)).as(description).isEqualTo(floor == null ? -1 : floor.getValue());
            assertThat(dictionary.contains(run)).as(description).isEqualTo(keys.containsKey(run));
        }
    }

    /**
     * Creates at most twelve bytes of few kinds. Many results are equal, share their first eight bytes, or are prefixes
     * of others.
     */
    private static byte[] run(SplittableRandom random) {
        byte[] run = new byte[random.nextInt(3) == 0 ? random.nextInt(8, 13) : random.nextInt(4)];
        for (int i = 0; i < run.length; i++) {
            run[i] = i < 7 && run.length > 7 ? 1 : new byte[] {0, 1, 127, -128, -1}[random.nextInt(5)];
        }
        return run;
    }
}
