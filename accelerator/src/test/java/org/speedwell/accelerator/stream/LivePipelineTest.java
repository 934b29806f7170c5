package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.following.SakilaChanges;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.schema.TortureChanges;

/**
 * Random pipelines over tables that follow a real server. Each is compared with the same pipeline over a plain list of
 * the rows that SQL returns. It runs after every transaction of a random history, over the version that shows it and
 * over kept versions of earlier transactions.
 *
 * <p>Everything is as for users: server, binlog, follower, the manager's stream. Sakila has many tables with cascades,
 * whose histories move keys, free them and reuse them. The torture schema has every type and kind of key.
 *
 * <p>{@code -Dspeedwell.livePipelines=N} sets the number of pipelines, {@code -Dspeedwell.seed=S} the seed of the
 * history. A failure also names the seed of its pipeline.
 */
@Tag("oracle")
@Tag("database")
@Timeout(3 * 3_600)
class LivePipelineTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.livePipelines", 2_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123L);

    /**
     * The number of pipelines per version. Long runs have more, because reading the rows from the database takes
     * longest.
     */
    private static final int A_TRANSACTION = PIPELINES > 100_000 ? 40 : 10;

    /** The number of maintained queries of each table. */
    private static final int MAINTAINED = PIPELINES > 100_000 ? 60 : 12;

    private static final int MAX_KEPT = 3;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Pattern CHANGED = Pattern.compile("(?:INTO|UPDATE|FROM) (\\w+)");

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Kept<?>> kept = new ArrayList<>();
    private final Map<Manager<?>, List<Maintained<?>>> maintained = new HashMap<>();
    private PlainShapes shapes = PlainShapes.NONE;
    private int exceptions;

    /** The rows of a table in a version that may no longer be the last. */
    private record Kept<E>(Manager<E> manager, long transaction, SnapshotView version, List<E> rows) {}

    /** A pipeline, and the query that maintains its result. */
    private record Maintained<E>(RandomPipelines.Pipeline<E> pipeline, MaintainedQuery<@Nullable Object> query) {
        /** Fails unless the result is that of the same pipeline over plain rows. */
        void check(String where, List<E> rows) {
            RandomPipelines.assertSame(
                    "%s, maintained: %s, %s".formatted(where, pipeline.description(), query.describe()),
                    answer(),
                    pipeline.answer(rows.stream()));
        }

        private @Nullable Object answer() {
            try {
                return query.get();
            } catch (RuntimeException e) {
                return e.getClass();
            }
        }
    }

    @Test
    void sakilaEqualsThePlainListAfterEveryTransaction() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_live_pipelines");
                Connection writer = sakila.connect()) {
            try (Statement statement = writer.createStatement()) { // about as many rows as some blocks have
                statement.execute("DELETE FROM payment WHERE payment_id > 1030");
                statement.execute("DELETE FROM rental WHERE inventory_id > 1160");
                statement.execute("DELETE FROM inventory WHERE inventory_id > 1160");
                statement.execute("DELETE FROM film_actor WHERE actor_id > 40");
            }
            Speedment plain = sakila.plain();
            SakilaChanges changes = new SakilaChanges(random);
            run(sakila.start(), plain, writer, changes::next, Set.of());
            plain.stop();
        }
    }

    @Test
    void everyTypeEqualsThePlainListAfterEveryTransaction() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_live_torture");
                Connection writer = database.connect()) {
            try (Statement statement = writer.createStatement()) {
                statement.setEscapeProcessing(false);
                statement.execute("SET SESSION sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00'");
            }
            Speedment plain = database.builder().build();
            Speedment memory = database.inMemory(StoreConfiguration.builder()
                    .badValue(BadValue.NULL)
                    .follow()
                    .build());
            memory.getOrThrow(DataStoreComponent.class).load();
            TortureChanges changes = new TortureChanges(SEED);
            run(memory, plain, writer, changes::next, Set.of("unreadable_temporals", "keyless"));
            memory.stop();
            plain.stop();
        }
    }

    /** Runs half of the pipelines. */
    private void run(
            Speedment memory, Speedment plain, Connection writer, Supplier<String> changes, Set<String> leftOut)
            throws Exception {
        DataStoreComponent store = memory.getOrThrow(DataStoreComponent.class);
        List<Manager<?>> managers = memory.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> store.getStatistics().tables().stream()
                        .anyMatch(table -> table.name().endsWith("." + name(manager))))
                .filter(manager -> !leftOut.contains(name(manager)))
                .sorted(Comparator.comparing(
                        LivePipelineTest::name)) // so that a seed gives the same pipelines in each JVM
                .toList();
        shapes = new PlainShapes(managers, new SplittableRandom(SEED));
        maintained.clear();
        SplittableRandom own = new SplittableRandom(SEED);
        managers.forEach(manager -> maintain(memory, manager, own));
        long start = System.nanoTime();
        long transaction = 0;
        for (int done = 0; done < PIPELINES / 2; done += A_TRANSACTION) {
            String touched = transact(writer, changes);
            assertThat(store.await(writer, LONG))
                    .as(() -> "seed " + SEED + ": " + store.followStatus())
                    .isTrue();
            Manager<?> manager = managers.stream()
                    .filter(any -> name(any).equals(touched) && random.nextInt(5) > 0)
                    .findFirst()
                    .orElse(managers.get(random.nextInt(managers.size())));
            check(memory, plain, manager, transaction++);
        }
        assertThat(store.followStatus().orElseThrow().reloads()).isZero();
        List<Maintained<?>> all =
                maintained.values().stream().flatMap(List::stream).toList();
        long incremental = all.stream().filter(of -> of.query().isIncremental()).count();
        assertThat(incremental).isPositive();
        System.out.printf("%,d of %,d maintained queries are incremental%n", incremental, all.size());
        System.out.printf(
                "%,d pipelines after %,d transactions of seed %d, %,d ended in an exception; %,.0f a second%n",
                transaction * A_TRANSACTION,
                transaction,
                SEED,
                exceptions,
                transaction * A_TRANSACTION * 1e9 / (System.nanoTime() - start));
    }

    private <E> void maintain(Speedment memory, Manager<E> manager, SplittableRandom seeds) {
        DataStoreComponent store = memory.getOrThrow(DataStoreComponent.class);
        List<E> rows = manager.stream().toList();
        EntityTable.Shape shape = EntityTable.Shape.of(memory, manager, seeds.nextInt(4));
        RandomEntities<E> values = new RandomEntities<>(manager, shape, rows, seeds);
        for (int i = 0; i < MAINTAINED; i++) {
            SplittableRandom own = new SplittableRandom(seeds.nextLong());
            RandomPipelines.Pipeline<E> pipeline =
                    new RandomPipelines<>(values, shapes, rows.size(), false, own).next();
            try {
                MaintainedQuery<@Nullable Object> query = store.maintain(manager, pipeline.run());
                maintained.computeIfAbsent(manager, _ -> new ArrayList<>()).add(new Maintained<>(pipeline, query));
            } catch (RuntimeException e) {
                assertThat(pipeline.answer(rows.stream()))
                        .as(pipeline.description())
                        .isEqualTo(e.getClass());
            }
        }
    }

    @SuppressWarnings("unchecked") // the queries of a manager have its entities
    private <E> void checkMaintained(String where, Manager<E> manager, List<E> rows) {
        maintained.getOrDefault(manager, List.of()).forEach(query -> ((Maintained<E>) query).check(where, rows));
    }

    private static String name(Manager<?> manager) {
        return manager.getTableIdentifier().getTableId();
    }

    /**
     * Runs a transaction of some statements, and rarely rolls it back.
     *
     * @return the table of the last statement
     */
    private String transact(Connection writer, Supplier<String> changes) throws SQLException {
        String touched = "";
        try (Statement statement = writer.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute("BEGIN");
            for (int i = random.nextInt(4); i >= 0; i--) {
                String sql = changes.get();
                try {
                    statement.execute(sql);
                } catch (SQLException e) {
                    continue; // the table refuses a value or key
                }
                Matcher name = CHANGED.matcher(sql);
                touched = name.find() ? name.group(1) : touched;
            }
            statement.execute(random.nextInt(10) == 0 ? "ROLLBACK" : "COMMIT");
        }
        return touched;
    }

    private <E> void check(Speedment memory, Speedment plain, Manager<E> manager, long transaction) {
        String where = "seed %d, transaction %d, %s".formatted(SEED, transaction, name(manager));
        SnapshotView version = memory.getOrThrow(DataStoreComponent.class).snapshot();
        List<E> rows = inOrder(
                where, manager, rows(plain, manager), version.stream(manager).toList());
        checkMaintained(where, manager, rows);
        Function<Boolean, Stream<E>> last =
                parallel -> parallel ? manager.stream().parallel() : manager.stream();
        RandomEntities<E> values = values(memory, manager, rows);
        for (int i = 0; i < A_TRANSACTION; i++) {
            if (kept.isEmpty() || random.nextInt(4) > 0) {
                compare(where, values, rows, last);
            } else {
                compareKept(memory, where, kept.get(random.nextInt(kept.size())));
            }
        }
        if (random.nextInt(3) == 0) {
            if (kept.size() == MAX_KEPT) {
                kept.remove(random.nextInt(MAX_KEPT));
            }
            kept.add(new Kept<>(manager, transaction, version, rows));
        }
    }

    private <E> void compareKept(Speedment memory, String where, Kept<E> of) {
        RandomEntities<E> values = values(memory, of.manager, of.rows);
        compare(
                where + ", over " + name(of.manager) + " kept after transaction " + of.transaction,
                values,
                of.rows,
                parallel -> {
                    Stream<E> stream = of.version.stream(of.manager);
                    return parallel ? stream.parallel() : stream;
                });
    }

    private <E> RandomEntities<E> values(Speedment memory, Manager<E> manager, List<E> rows) {
        EntityTable.Shape shape = EntityTable.Shape.of(memory, manager, random.nextInt(4));
        return new RandomEntities<>(manager, shape, rows, random);
    }

    private <E> void compare(
            String where, RandomEntities<E> values, List<E> rows, Function<Boolean, Stream<E>> followed) {
        long seed = random.nextLong();
        SplittableRandom own = new SplittableRandom(seed);
        boolean parallel = own.nextInt(4) == 0;
        RandomPipelines.Pipeline<E> pipeline = new RandomPipelines<>(values, shapes, rows.size(), parallel, own).next();
        @Nullable Object expected = pipeline.answer(parallel ? rows.parallelStream() : rows.stream());
        RandomPipelines.assertSame(
                "%s, pipeline %d: %s%s".formatted(where, seed, parallel ? "parallel " : "", pipeline.description()),
                pipeline.answer(followed.apply(parallel)),
                expected);
        if (expected instanceof Class<?>) {
            exceptions++;
        }
    }

    /** Returns the rows of a table, read by SQL. */
    private static <E> List<E> rows(Speedment plain, Manager<E> manager) {
        for (Manager<?> candidate :
                plain.getOrThrow(ManagerComponent.class).stream().toList()) {
            if (candidate.getTableIdentifier().equals(manager.getTableIdentifier())) {
                @SuppressWarnings("unchecked") // the same table
                Manager<E> same = (Manager<E>) candidate;
                return same.stream().toList();
            }
        }
        throw new IllegalStateException("no such table: " + manager.getTableIdentifier());
    }

    /**
     * Returns the rows of the database in the order of those in memory, where new rows are last. Fails if they differ.
     */
    private static <E> List<E> inOrder(String where, Manager<E> manager, List<E> database, List<E> memory) {
        List<Field<E>> fields = manager.fields().toList();
        Map<List<@Nullable Object>, Deque<E>> byValues = new HashMap<>();
        for (E row : database) {
            byValues.computeIfAbsent(plain(fields, row), _ -> new ArrayDeque<>())
                    .add(row);
        }
        List<E> ordered = new ArrayList<>(memory.size());
        for (E row : memory) {
            List<@Nullable Object> values = plain(fields, row);
            Deque<E> same = byValues.getOrDefault(values, new ArrayDeque<>());
            assertThat(same)
                    .as("%s: %s is in memory alone, in the database %s", where, values, byValues.keySet())
                    .isNotEmpty();
            ordered.add(same.remove());
        }
        assertThat(ordered).as("%s: rows that are missing", where).hasSameSizeAs(database);
        return ordered;
    }

    private static <E> List<@Nullable Object> plain(List<Field<E>> fields, E entity) {
        List<@Nullable Object> values = new ArrayList<>(fields.size());
        fields.forEach(field -> values.add(Ingredients.plain(field, entity)));
        return values;
    }
}
