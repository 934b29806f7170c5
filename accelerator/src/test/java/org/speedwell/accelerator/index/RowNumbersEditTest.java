package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Compares edited lists of row ids with lists of the JDK. Edits must not change former versions. */
@Tag("oracle")
class RowNumbersEditTest {
    private final Lease lease = Lease.byRegion(MemoryBudget.UNLIMITED);

    @AfterEach
    void release() {
        lease.release();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 20, 1",
        "1, 20, 1",
        "300, 300, 2",
        "8192, 50, 3",
        "2048, 50, 4",
        "2049, 3000, 9",
        "0, 9000, 10",
        "20000, 300, 5",
        "70000, 3000, 6",
        "70000, 40000, 7",
        "65000, 900, 8"
    })
    void eachVersionEqualsAnEditedList(int size, int changes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Integer> model = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        int end = size;
        RowNumbers former = seed % 2 == 0 && size > 0 ? inOnePiece(size) : null;
        List<Integer> formerModel = model;
        for (int version = 0; version < 12; version++) {
            List<Integer> next = new ArrayList<>(formerModel);
            RowListEdit splices = splices(random, next, end, changes);
            end += splices.inserted().length;
            RowNumbers edited = RowNumbers.edit(former, formerModel.size(), splices, end, MemoryBudget.UNLIMITED);
            assertThat(rows(edited)).as("version %d, seed %d", version, seed).isEqualTo(next);
            if (former != null) {
                assertThat(rows(former))
                        .as("before version %d, seed %d", version, seed)
                        .isEqualTo(formerModel);
            }
            former = edited;
            formerModel = next;
        }
    }

    /** Applies random changes to the list and returns them. */
    private static RowListEdit splices(SplittableRandom random, List<Integer> list, int end, int max) {
        int size = list.size();
        boolean clustered = random.nextBoolean();
        int from = random.nextInt(size + 1);
        int range = clustered ? Math.min(size - from, 600) : size - from;
        TreeSet<Integer> removed = new TreeSet<>();
        for (int i = random.nextInt(max + 1); i > 0 && range > 0; i--) {
            removed.add(from + random.nextInt(range));
        }
        int inserts = random.nextInt(max + 1);
        int[] at = IntStream.range(0, inserts)
                .map(_ -> from + random.nextInt(range + 1))
                .sorted()
                .toArray();
        int[] inserted = IntStream.range(end, end + inserts).toArray();
        List<Integer> result = new ArrayList<>();
        int next = 0;
        for (int place = 0; place <= size; place++) {
            for (; next < inserts && at[next] == place; next++) {
                result.add(inserted[next]);
            }
            if (place < size && !removed.contains(place)) {
                result.add(list.get(place));
            }
        }
        list.clear();
        list.addAll(result);
        return new RowListEdit(removed.stream().mapToInt(Integer::intValue).toArray(), at, inserted);
    }

    private RowNumbers inOnePiece(int size) {
        RowNumbers numbers = RowNumbers.allocate(size, lease);
        for (int place = 0; place < size; place++) {
            numbers.set(place, place);
        }
        return numbers;
    }

    /** Returns the row ids one by one. Checks that bulk reads return the same ids. */
    private static List<Integer> rows(RowNumbers numbers) {
        int[] rows = new int[numbers.size()];
        Arrays.setAll(rows, numbers::get);
        int from = rows.length / 3;
        int to = rows.length - rows.length / 5;
        int[] copied = new int[to - from + 1];
        numbers.copy(from, to, copied, 1);
        List<Integer> each = new ArrayList<>();
        numbers.forEach(from, to, each::add);
        List<Integer> stretched = new ArrayList<>();
        while (numbers.isInChunks() && from + stretched.size() < to) {
            long stretch = numbers.stretch(from + stretched.size());
            int length = Math.min(RowIdTree.length(stretch), to - from - stretched.size());
            IntStream.range(0, length).map(i -> numbers.numberOf(stretch, i)).forEach(stretched::add);
        }
        assertThat(stretched).isEqualTo(numbers.isInChunks() ? each : List.of());
        assertThat(Arrays.copyOfRange(copied, 1, copied.length)).isEqualTo(Arrays.copyOfRange(rows, from, to));
        assertThat(each).isEqualTo(Arrays.stream(rows, from, to).boxed().toList());
        return Arrays.stream(rows).boxed().toList();
    }
}
