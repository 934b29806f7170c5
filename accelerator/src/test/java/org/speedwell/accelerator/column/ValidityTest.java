package org.speedwell.accelerator.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Compares the bits of NULL rows, staged in parts and concatenated, with a {@code BitSet}. */
@Tag("oracle")
class ValidityTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 127, 128, 4_097, 10_000})
    void partsAreConcatenatedBitByBit(int rows) {
        for (int percent : new int[] {0, 1, 50, 99, 100}) {
            SplittableRandom random = new SplittableRandom(percent);
            BitSet nulls = new BitSet();
            List<BitSet> parts = new ArrayList<>();
            List<Integer> firsts = new ArrayList<>();
            for (int first = 0; first < rows; ) {
                int size = random.nextInt(1, rows - first + 1);
                parts.add(part(first, size, percent, nulls, random));
                firsts.add(first);
                first += size;
            }
            Validity validity = Validity.allocate(new Lease(), rows, nulls.cardinality());
            for (int i = 0; i < parts.size(); i++) {
                validity.clear(parts.get(i), firsts.get(i));
            }
            check(validity, rows, nulls);
        }
    }

    /** Covers also appended rows whose bits share the last word of the former version. */
    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 300, 9_000})
    void laterVersionKeepsTheFormerUnchanged(int size) {
        for (long seed = 0; seed < 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            BitSet nulls = new BitSet();
            random.ints(1 + size / 3, 0, size).forEach(nulls::set);
            Validity validity = Objects.requireNonNull(Validity.of(nulls, size, new Lease()));
            int rows = size;
            for (int version = 0; version < 6; version++) {
                int end = rows + random.nextInt(5);
                int before = rows;
                int[] changed = IntStream.range(0, end)
                        .filter(row -> row >= before || random.nextInt(20) == 0)
                        .toArray();
                BitSet next = (BitSet) nulls.clone();
                BitSet nullPlaces = new BitSet();
                for (int place = 0; place < changed.length; place++) {
                    nullPlaces.set(place, changed[place] == 0 || random.nextBoolean());
                    next.set(changed[place], nullPlaces.get(place));
                }
                KeyChanges changes = new KeyChanges(changed, new long[changed.length], nullPlaces, new BitSet());
                Validity edited = Validity.edit(validity, rows, changes, end, MemoryBudget.UNLIMITED);
                check(validity, rows, nulls);
                if (edited == null) {
                    assertThat(next.isEmpty()).as("seed %d", seed).isTrue();
                    break;
                }
                check(edited, end, next);
                validity = edited;
                nulls = next;
                rows = end;
            }
        }
    }

    private static BitSet part(int first, int size, int percent, BitSet nulls, SplittableRandom random) {
        BitSet part = new BitSet();
        for (int row = 0; row < size; row++) {
            if (random.nextInt(100) < percent) {
                part.set(row);
                nulls.set(first + row);
            }
        }
        return part;
    }

    private static void check(Validity validity, int rows, BitSet nulls) {
        BitSet valid = new BitSet();
        valid.set(0, rows);
        valid.andNot(nulls);
        long[] words = Arrays.copyOf(valid.toLongArray(), (rows + 63) / 64);
        for (int word = 0; word < words.length; word++) {
            assertThat(validity.word(word)).as("word %d of %d rows", word, rows).isEqualTo(words[word]);
        }
        for (int row = 0; row < rows; row++) {
            assertThat(validity.isValid(row)).isEqualTo(valid.get(row));
        }
        assertThat(validity.nulls()).isEqualTo(nulls.cardinality());
        assertThat(validity.bytes()).isEqualTo(8L * words.length);
    }
}
