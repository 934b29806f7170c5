package org.speedwell.accelerator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.TableMap;

/** Compares coalesced row images with a map of rows to which the same changes were made. */
@Tag("oracle")
class CoalescedChangesTest {
    private static final int COLUMNS = 4;
    private static final int KEYS = 12;

    /** Returns the format of a table with an INT key, two INT columns and a VARCHAR(20) column. */
    private static RowFormat format() {
        ByteArrayOutputStream map = new ByteArrayOutputStream();
        map.writeBytes(new byte[] {7, 0, 0, 0, 0, 0, 0, 0, 1, 's', 0, 1, 't', 0});
        map.writeBytes(new byte[] {COLUMNS, 3, 3, 3, 15, 2, 20, 0, 0b1110});
        map.writeBytes(new byte[] {4, 9, 2, 'i', 'd', 1, 'a', 1, 'b', 1, 'c'});
        return RowFormat.of(new TableMap(map.toByteArray()));
    }

    private static List<@Nullable String> row(int key, SplittableRandom random) {
        List<@Nullable String> row = new ArrayList<>();
        row.add(String.valueOf(key));
        for (int column = 1; column < COLUMNS; column++) {
            row.add(value(random));
        }
        return row;
    }

    private static @Nullable String value(SplittableRandom random) {
        return random.nextInt(4) == 0 ? null : String.valueOf(random.nextInt(3));
    }

    private static byte[] image(List<@Nullable String> row) {
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        int nulls = 0;
        for (int column = 0; column < COLUMNS; column++) {
            nulls |= row.get(column) == null ? 1 << column : 0;
        }
        image.write(nulls);
        for (int column = 0; column < COLUMNS; column++) {
            String value = row.get(column);
            if (value != null && column == COLUMNS - 1) {
                image.write(value.length());
                image.writeBytes(value.getBytes(StandardCharsets.UTF_8));
            } else if (value != null) {
                image.writeBytes(new byte[] {(byte) Integer.parseInt(value), 0, 0, 0});
            }
        }
        return image.toByteArray();
    }

    private static List<@Nullable String> row(RowFormat format, byte[] bytes, int image) {
        int[] starts = new int[COLUMNS];
        format.locate(bytes, image, starts);
        List<@Nullable String> row = new ArrayList<>();
        for (int column = 0; column < COLUMNS; column++) {
            int start = starts[column];
            row.add(
                    start == RowFormat.NULL
                            ? null
                            : column == COLUMNS - 1
                                    ? new String(bytes, start + 1, bytes[start], StandardCharsets.UTF_8)
                                    : String.valueOf(bytes[start]));
        }
        return row;
    }

    /**
     * Makes random changes. Each row that the table had before gets only the values of the changed columns, and must then
     * equal the row of the map.
     */
    @RepeatedTest(300)
    void changedColumnsSufficeForRowsOfTheTable(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        SplittableRandom random = new SplittableRandom(seed);
        boolean hasOnlyUpdates = random.nextBoolean();
        RowFormat format = format();
        CoalescedChanges changes = new CoalescedChanges(format, new int[] {0});
        TreeMap<String, List<@Nullable String>> rows = new TreeMap<>();
        for (int key = 0; key < KEYS; key += random.nextInt(1, 3)) {
            rows.put(String.valueOf(key), row(key, random));
        }
        for (int batch = 0; batch < 4; batch++) {
            Map<String, List<@Nullable String>> before = new TreeMap<>(rows);
            BitSet updated = new BitSet();
            for (int i = random.nextInt(12); i > 0; i--) {
                int key = random.nextInt(KEYS);
                change(changes, rows, key, hasOnlyUpdates, updated, random);
            }
            String description = "batch %d, seed %d".formatted(batch, seed);
            if (hasOnlyUpdates) {
                assertThat(changes.changedColumns()).as(description).isEqualTo(updated);
            }
            Map<String, List<@Nullable String>> after = new TreeMap<>(before);
            for (int entry = 0; entry < changes.size(); entry++) {
                List<@Nullable String> image = row(format, changes.bytes(), changes.image(entry));
                String key = String.valueOf(image.getFirst());
                List<@Nullable String> old = before.get(key);
                if (changes.isDeleted(entry)) {
                    after.remove(key);
                } else if (old == null) {
                    after.put(key, image);
                } else {
                    List<@Nullable String> merged = new ArrayList<>(old);
                    changes.changedColumns().stream().forEach(column -> merged.set(column, image.get(column)));
                    after.put(key, merged);
                }
            }
            assertThat(after).as(description).isEqualTo(rows);
            changes.clear();
        }
    }

    private static void change(
            CoalescedChanges changes,
            TreeMap<String, List<@Nullable String>> rows,
            int key,
            boolean hasOnlyUpdates,
            BitSet updated,
            SplittableRandom random) {
        List<@Nullable String> old = rows.get(String.valueOf(key));
        int kind = hasOnlyUpdates ? 1 : random.nextInt(4);
        if (old == null) {
            if (!hasOnlyUpdates) {
                List<@Nullable String> row = row(key, random);
                byte[] image = image(row);
                assertThat(changes.put(image, 0)).isEqualTo(image.length);
                rows.put(String.valueOf(key), row);
            }
            return;
        }
        if (kind == 0) {
            changes.remove(image(old), 0);
            rows.remove(String.valueOf(key));
            return;
        }
        List<@Nullable String> row = new ArrayList<>(old);
        int column = random.nextInt(1, COLUMNS);
        row.set(column, value(random));
        if (!String.valueOf(row.get(column)).equals(String.valueOf(old.get(column)))) {
            updated.set(column);
        }
        String other = String.valueOf(random.nextInt(KEYS));
        if (kind == 2 && !rows.containsKey(other)) {
            row.set(0, other);
        }
        byte[] former = image(old);
        byte[] both = Arrays.copyOf(former, former.length + image(row).length);
        System.arraycopy(image(row), 0, both, former.length, image(row).length);
        assertThat(changes.replace(both, 0)).isEqualTo(both.length);
        rows.remove(String.valueOf(key));
        rows.put(String.valueOf(row.getFirst()), row);
    }
}
