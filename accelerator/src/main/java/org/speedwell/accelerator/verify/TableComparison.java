package org.speedwell.accelerator.verify;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.SmallColumns;
import org.speedwell.accelerator.load.TableRows;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.monitor.Verification.Difference;
import org.speedwell.accelerator.monitor.Verification.Kind;
import org.speedwell.accelerator.store.TableStore;

/**
 * A comparison of a table in memory with the table in the database, range by range. It finds each row of the database
 * in memory by its primary key. Without an index on a primary key, it compares the number of rows and the sum of their
 * hashes. For one thread.
 */
final class TableComparison<E> {
    private final LoadedColumns<E> loaded;
    private final TableStore<E> store;
    private final TableRows<E> database;

    /** The place in the table of each loaded column. */
    private final int[] places;

    /** The places of the primary key's columns among the loaded columns; empty if rows cannot be found by key. */
    private final int[] keys;

    private final List<List<Object>> candidates = new ArrayList<>();
    private long rows;
    private long ranges;
    private long rangesThatDiffer;
    private long hash;

    TableComparison(LoadedColumns<E> loaded, TableStore<E> store, Connection connection) throws SQLException {
        this.loaded = loaded;
        this.store = store;
        this.database = new TableRows<>(loaded, connection);
        this.places = loaded.columns().stream()
                .mapToInt(loaded.model().columns()::indexOf)
                .toArray();
        this.keys = hasLookup()
                ? Arrays.stream(store.primaryKey())
                        .map(place -> IntStream.range(0, places.length)
                                .filter(i -> places[i] == place)
                                .findFirst()
                                .orElseThrow())
                        .toArray()
                : new int[0];
    }

    private boolean hasLookup() {
        try {
            store.requireLookup();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /**
     * The result of the first comparison of a table.
     *
     * @param candidates the primary keys of rows that differ, as values of the database. A single empty key represents
     * all rows of a table that is compared by its hash.
     */
    record Result(long rows, long ranges, long rangesThatDiffer, List<List<Object>> candidates) {}

    /** Compares all rows. */
    Result all(LongConsumer progress) throws LoadException, InterruptedException {
        BitSet seen = new BitSet(store.end());
        database.all((columns, count) -> {
            int before = candidates.size();
            if (keys.length == 0) {
                addHashes(columns, count);
            } else {
                compare(columns, count, seen);
            }
            rows += count;
            ranges += count == 0 ? 0 : 1;
            rangesThatDiffer += candidates.size() > before ? 1 : 0;
            progress.accept(rows);
        });
        if (keys.length > 0) {
            present()
                    .filter(row -> !seen.get(row))
                    .limit(Verification.MOST)
                    .forEach(row -> add(key(i -> store.column(places[i]).get(row))));
        } else if (rows != store.rows() || hash != memoryHash()) {
            candidates.add(List.of());
            rangesThatDiffer = ranges;
        }
        store.keepAlive();
        return new Result(rows, ranges, rangesThatDiffer, List.copyOf(candidates));
    }

    private IntStream present() {
        Validity present = store.present();
        return IntStream.range(0, store.end()).filter(row -> present == null || present.isValid(row));
    }

    private void add(List<Object> key) {
        if (candidates.size() < Verification.MOST) {
            candidates.add(key);
        }
    }

    private void compare(List<Column> columns, int count, BitSet seen) {
        int[] found = rowsOf(columns);
        for (int i = 0; i < count; i++) {
            int row = i;
            if (found[i] >= 0) {
                seen.set(found[i]);
            }
            if (found[i] < 0 || !isSame(columns, i, found[i])) {
                add(key(column -> columns.get(column).get(row)));
            }
        }
        store.keepAlive();
    }

    private int[] rowsOf(List<Column> columns) {
        return store.rowsOf(Arrays.stream(keys).mapToObj(columns::get).toList());
    }

    private boolean isSame(List<Column> columns, int at, int row) {
        for (int i = 0; i < places.length; i++) {
            if (!columns.get(i).isSame(at, store.column(places[i]), row)) {
                return false;
            }
        }
        return true;
    }

    /** A function that returns the value of a loaded column, as entities contain it. */
    private interface Values {
        @Nullable
        Object get(int column);
    }

    /** Returns a primary key as values of the database. */
    private List<Object> key(Values values) {
        return Arrays.stream(keys)
                .mapToObj(i -> (Object) requireNonNull(loaded.columns().get(i).databaseValue(values.get(i))))
                .toList();
    }

    private void addHashes(List<Column> columns, int count) {
        for (int row = 0; row < count; row++) {
            int at = row;
            hash += hash(i -> columns.get(i).get(at));
        }
    }

    private long memoryHash() {
        long sum = 0;
        for (int row : (Iterable<Integer>) present()::iterator) {
            sum += hash(i -> store.column(places[i]).get(row));
        }
        return sum;
    }

    private long hash(Values values) {
        long mixed = 0;
        for (int i = 0; i < places.length; i++) {
            mixed = (mixed ^ Arrays.deepHashCode(new @Nullable Object[] {values.get(i)})) * 0x9E37_79B9_7F4A_7C15L;
            mixed ^= mixed >>> 29;
        }
        return mixed;
    }

    /** Compares again the rows that differed in the first comparison. Returns the differences that remain. */
    List<Difference> again(List<List<Object>> differed) throws LoadException, InterruptedException {
        List<Difference> differences = new ArrayList<>();
        for (List<Object> key : differed) {
            if (!key.isEmpty()) {
                compare(key, differences);
            } else if (!all(count -> {}).candidates().isEmpty()) {
                boolean isCount = rows != store.rows();
                differences.add(new Difference(
                        Kind.ROWS,
                        loaded.model().toString(),
                        "",
                        "",
                        isCount ? "%,d rows".formatted(store.rows()) : "rows of hash %x".formatted(memoryHash()),
                        isCount ? "%,d rows".formatted(rows) : "rows of hash %x".formatted(hash)));
            }
        }
        store.keepAlive();
        return differences;
    }

    private void compare(List<Object> key, List<Difference> to) throws LoadException, InterruptedException {
        String name = IntStream.range(0, keys.length)
                .mapToObj(i -> loaded.columns().get(keys[i]).name() + " = " + key.get(i))
                .collect(Collectors.joining(", "));
        int row = row(key);
        database.one(key, (columns, count) -> {
            if (count == 0 || row < 0) {
                if (count > 0 || row >= 0) {
                    to.add(new Difference(
                            row < 0 ? Kind.MISSING : Kind.EXTRA, loaded.model().toString(), name, "", null, null));
                }
                return;
            }
            for (int i = 0; i < places.length; i++) {
                Column memory = store.column(places[i]);
                if (!columns.get(i).isSame(0, memory, row)) {
                    to.add(new Difference(
                            Kind.VALUE,
                            loaded.model().toString(),
                            name,
                            loaded.columns().get(i).name(),
                            memory.get(row),
                            columns.get(i).get(0)));
                }
            }
        });
    }

    /** Returns the row in memory with a primary key, or −1. */
    private int row(List<Object> key) throws LoadException {
        try (SmallColumns values = new SmallColumns(loaded, keys)) {
            for (int i = 0; i < keys.length; i++) {
                values.builder(i).append(key.get(i));
            }
            return store.rowsOf(values.built())[0];
        }
    }
}
