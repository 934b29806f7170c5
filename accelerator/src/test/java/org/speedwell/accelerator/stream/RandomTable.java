package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.database.EntityTable.Layout;
import org.speedwell.accelerator.database.EntityTable.Pair;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.RandomEntities.Spread;

/**
 * Random entities, in a list and in a table. The sizes are close to those of a word of 64 rows, a block of 4,096 and a
 * morsel of 65,536. Columns are clustered, sorted, constant, sparse, wide or empty, and have indexes or none.
 *
 * @param source a source of operands
 * @param versions the versions of the table, the first one as loaded
 * @param description the table, its rows, and the distribution of each column, for failures
 */
record RandomTable<E>(RandomEntities<E> source, List<Version<E>> versions, String description) {
    /**
     * The rows of a version, in a list and in a table.
     *
     * @param changed the ids of the rows that differ from the version before, in ascending order
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Version<E>(List<E> entities, TableStore<E> store, int[] changed) {}

    private static final int MAX_CHANGES = 4;
    private static final int MANY_ROWS = 70_000;
    private static final int FEW_COLUMNS = 12;

    /** Returns the rows of the last version. */
    List<E> entities() {
        return versions.getLast().entities;
    }

    /** Returns the last version. */
    TableStore<E> store() {
        return versions.getLast().store;
    }

    /** Returns the table of a seed, with few changes or none. Each size occurs among any 256 consecutive seeds. */
    static RandomTable<?> of(List<Speedment> apps, long seed, Runnable onEntity) {
        SplittableRandom random = new SplittableRandom(seed);
        int size = size(seed, random);
        return of(apps, size, of -> of.nextBoolean() ? 0 : 1 + of.nextInt(MAX_CHANGES), random, onEntity);
    }

    /** Returns a small table with many changes. */
    static RandomTable<?> withChanges(List<Speedment> apps, long seed, int changes) {
        SplittableRandom random = new SplittableRandom(seed);
        return of(apps, pick(List.of(1, 64, 300, 1_200), random), _ -> changes, random, () -> {});
    }

    private static RandomTable<?> of(
            List<Speedment> apps,
            int size,
            ToIntFunction<RandomGenerator> changes,
            RandomGenerator random,
            Runnable onEntity) {
        List<Manager<?>> managers = managers(apps);
        // The columns determine the cost of large tables
        Manager<?> manager = pick(
                managers.stream()
                        .filter(any -> size < MANY_ROWS || any.fields().count() <= FEW_COLUMNS)
                        .toList(),
                random);
        Speedment app = apps.stream()
                .filter(candidate -> managers(candidate).anyMatch(manager::equals))
                .findFirst()
                .orElseThrow();
        return of(app, manager, size, changes, random, onEntity);
    }

    /** Returns the managers of all tables, always in the same order. */
    static List<Manager<?>> managers(List<Speedment> apps) {
        return apps.stream()
                .flatMap(RandomTable::managers)
                .sorted(Comparator.comparing(
                        manager -> manager.getTableIdentifier().toString()))
                .toList();
    }

    private static Stream<Manager<?>> managers(Speedment app) {
        return app.getOrThrow(ManagerComponent.class).stream().map(manager -> manager);
    }

    /** Returns a number of rows. Large tables are rare, because they are expensive. */
    private static int size(long seed, RandomGenerator random) {
        return switch ((int) Math.floorMod(seed, 256L)) {
            case 0 -> MANY_ROWS;
            case 1, 2 -> 4_095;
            case 3, 4 -> 4_096;
            case 5, 6 -> 4_097;
            default -> pick(List.of(0, 1, 7, 64, 65, 300), random);
        };
    }

    private static <E> RandomTable<E> of(
            Speedment app,
            Manager<E> manager,
            int size,
            ToIntFunction<RandomGenerator> changes,
            RandomGenerator random,
            Runnable onEntity) {
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, random.nextInt(4));
        RandomEntities<E> source = new RandomEntities<>(manager, shape, random);
        List<Field<E>> fields = manager.fields().toList();
        List<Spread> spreads = fields.stream()
                .map(_ -> random.nextInt(3) == 0 ? Spread.MIXED : pick(List.of(Spread.values()), random))
                .toList();
        List<E> entities = source.list(size, pick(List.of(0, 20, 100), random), spreads);
        int unindexed = pick(List.of(0, 50, 100), random);
        boolean[] isIndexed = new boolean[fields.size()];
        for (int i = 0; i < isIndexed.length; i++) {
            isIndexed[i] = random.nextInt(100) >= unindexed;
        }
        List<Pair> pairs = unindexed == 100
                ? List.of()
                : Stream.generate(() -> new Pair(random.nextInt(isIndexed.length), random.nextInt(isIndexed.length)))
                        .limit(random.nextInt(4))
                        .toList();
        int precision = pick(List.of(10, 18, 19, 40), random);
        RandomHistory<E> history = new RandomHistory<>(source, spreads, entities, changes.applyAsInt(random), random);
        boolean isDistinct = random.nextBoolean()
                && history.versions().stream().allMatch(rows -> new HashSet<>(rows).size() == rows.size());
        Layout layout = new Layout(i -> isIndexed[i], pairs, precision, isDistinct);
        TableStore<E> loaded = EntityTable.of(app, manager, shape, entities, layout, onEntity);
        List<TableStore<E>> stores;
        try {
            stores = history.apply(
                    loaded,
                    (table, changed, values, removed) ->
                            EntityTable.edit(app, manager, shape, table, precision, changed, values, removed));
        } catch (IllegalArgumentException e) { // values of a type mapper without an order
            history = RandomHistory.none(entities);
            stores = List.of(loaded);
        }
        int versions = history.size();
        List<List<E>> all = history.versions();
        List<Version<E>> made = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            made.add(new Version<>(all.get(i), stores.get(i), i == 0 ? new int[0] : history.rows(i - 1)));
        }
        List<E> rows = all.getLast();
        List<String> columns = IntStream.range(0, isIndexed.length)
                .mapToObj(i -> loaded.columnName(i) + " "
                        + spreads.get(i).name().toLowerCase(Locale.ROOT)
                        + (isIndexed[i] ? " indexed" : ""))
                .toList();
        String description = "%,d rows of %s%s, %s%s"
                .formatted(
                        rows.size(),
                        manager.getTableIdentifier().getTableId(),
                        versions == 0 ? "" : " after %d changes of %,d rows".formatted(versions, size),
                        columns,
                        pairs.isEmpty() ? "" : " " + pairs);
        return new RandomTable<>(source, made, description);
    }

    private static <T> T pick(List<T> from, RandomGenerator random) {
        return from.get(random.nextInt(from.size()));
    }
}
