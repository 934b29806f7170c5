package org.speedwell.accelerator.versions;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.routing.MetaStreamSupplierBundle;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.torture.OneRow;
import org.speedwell.torture.OneRowManager;
import org.speedwell.torture.TextKeys;
import org.speedwell.torture.TextKeysManager;

/**
 * A soak test that runs writes, reads and operations on one store at the same time. A writer's transactions keep a sum
 * and record the number of rows. Readers of every kind check both. An operator thread loads, cancels, saves, opens and
 * clears. {@code -Dspeedwell.soakSeconds=N} sets the duration, {@code -Dspeedwell.seed=S} the seed of the random
 * choices. At the end, memory, mappings, threads and connections have returned to their values at the start.
 */
@Tag("database")
class SoakTest {
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("speedwell.soakSeconds", 5));
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_122);

    private static final int ROWS = 5_000;
    private static final long TOTAL = 1_000_000;
    private static final int FILES = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final AtomicBoolean isDone = new AtomicBoolean();
    private final LongAdder transactions = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final TreeMap<String, Integer> operations = new TreeMap<>();

    @Test
    void answersStayCorrectAndResourcesAreReleased() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_soak")) {
            fill(database);
            Speedment app = database.builder()
                    .withBundle(InMemoryBundle.class)
                    .withBundle(MetaStreamSupplierBundle.class)
                    .withComponent(SnapshotLifeTest.TwoTables.class, SnapshotLifeTest.TwoTables::new)
                    .withComponent(
                            StoreConfiguration.class,
                            () -> StoreConfiguration.builder().connections(3).build())
                    .build();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            TextKeysManager texts = app.getOrThrow(TextKeysManager.class);
            OneRowManager oneRow = app.getOrThrow(OneRowManager.class);
            store.load();
            Lease.reclaim();
            long bytes = Lease.allocatedBytes();
            long mappings = mappings();
            int connections = connections(database);

            long end = System.nanoTime() + TIME.toNanos();
            try (ExecutorService threads = Executors.newCachedThreadPool()) {
                List<Future<?>> all = new ArrayList<>();
                try {
                    all.add(threads.submit(() -> write(database)));
                    all.add(threads.submit(() -> readVersions(store, texts, oneRow)));
                    all.add(threads.submit(() -> readNewest(texts)));
                    all.add(threads.submit(() -> readSlowly(store, texts)));
                    operate(store, end, all);
                } finally {
                    isDone.set(true);
                }
                for (Future<?> thread : all) {
                    thread.get();
                }
            }
            System.out.printf(
                    "Soak of %s from seed %d: %,d transactions, %,d reads, %s%n",
                    TIME, SEED, transactions.sum(), reads.sum(), operations);
            assertThat(transactions.sum()).isPositive();
            assertThat(reads.sum()).isPositive();

            store.load();
            Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                Lease.reclaim();
                assertThat(Lease.allocatedBytes()).as("native bytes").isLessThanOrEqualTo(2 * bytes);
                assertThat(mappings()).as("mappings of snapshots").isEqualTo(mappings);
                assertThat(connections(database)).as("connections").isLessThanOrEqualTo(connections);
                assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("speedwell-load"));
            });
            app.stop();
        }
    }

    private static void fill(TortureDatabase database) throws SQLException {
        database.execute("DELETE FROM text_keys");
        database.execute("DELETE FROM one_row");
        try (Connection connection = database.connect();
                PreparedStatement row = connection.prepareStatement("INSERT INTO text_keys VALUES (?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < ROWS; i++) {
                row.setString(1, "k" + i);
                row.setLong(2, TOTAL / ROWS);
                row.addBatch();
            }
            row.executeBatch();
            connection.commit();
        }
        database.execute("INSERT INTO one_row (id, name, number) VALUES (1, '" + ROWS + "', 0)");
    }

    /** Runs transactions that each insert a row, delete a row or change two rows, and keep the sum of the numbers. */
    private Void write(TortureDatabase database) throws SQLException {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            keys.add("k" + i);
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int number = 1; !isDone.get(); number++) {
                String to = keys.get(random.nextInt(keys.size()));
                String from = keys.get(random.nextInt(keys.size()));
                if (random.nextInt(3) == 0 && keys.size() > ROWS / 2 && !from.equals(to)) {
                    statement.execute("UPDATE text_keys t JOIN text_keys f ON f.code = '" + from
                            + "' SET t.number = t.number + f.number WHERE t.code = '" + to + "'");
                    statement.execute("DELETE FROM text_keys WHERE code = '" + from + "'");
                    keys.remove(from);
                } else if (random.nextBoolean()) {
                    String added = "n" + number;
                    int amount = random.nextInt(-1_000, 1_000);
                    statement.execute("INSERT INTO text_keys VALUES ('" + added + "', " + amount + ")");
                    statement.execute(
                            "UPDATE text_keys SET number = number - (" + amount + ") WHERE code = '" + to + "'");
                    keys.add(added);
                } else {
                    statement.execute(
                            "UPDATE text_keys SET number = number + IF(code = '" + to + "', 7, -7) WHERE code IN ('"
                                    + to + "', '" + from + "') AND '" + to + "' <> '" + from + "'");
                }
                statement.execute("UPDATE one_row SET name = '" + keys.size() + "', number = " + number);
                if (random.nextInt(20) == 0) {
                    statement.execute("UPDATE text_keys SET number = 0 LIMIT 100"); // no reader may see it
                    connection.rollback();
                    restore(statement, keys);
                } else {
                    connection.commit();
                }
                transactions.increment();
            }
        }
        return null;
    }

    /** Reads the existing keys after a rollback. */
    private static void restore(Statement statement, List<String> keys) throws SQLException {
        keys.clear();
        try (ResultSet rows = statement.executeQuery("SELECT code FROM text_keys")) {
            while (rows.next()) {
                keys.add(rows.getString(1));
            }
        }
        statement.getConnection().commit();
    }

    /** Reads both tables in one version. */
    private Void readVersions(DataStoreComponent store, TextKeysManager texts, OneRowManager oneRow) {
        long last = 0;
        while (!isDone.get()) {
            SnapshotView view;
            try {
                view = store.snapshot();
            } catch (DataStoreNotLoadedException e) {
                rest();
                continue;
            }
            assertThat(view.version()).isGreaterThanOrEqualTo(last);
            last = view.version();
            OneRow noted = view.stream(oneRow).findFirst().orElseThrow();
            long rows = Long.parseLong(noted.getName());
            String version = "version " + last + ", transaction " + noted.getNumber();
            assertThat(view.stream(texts).count()).as(version).isEqualTo(rows);
            assertThat(view.stream(texts).mapToLong(TextKeys.NUMBER.asLong()).sum())
                    .as(version)
                    .isEqualTo(TOTAL);
            long negative =
                    view.stream(texts).filter(TextKeys.NUMBER.lessThan(0)).count();
            long others = view.stream(texts).filter(row -> row.getNumber() >= 0).count();
            assertThat(negative + others).as(version).isEqualTo(rows);
            List<TextKeys> sorted =
                    view.stream(texts).sorted(TextKeys.NUMBER).limit(50).toList();
            assertThat(sorted).as(version).isSortedAccordingTo(TextKeys.NUMBER.comparator());
            assertThat(view.stream(texts).map(TextKeys.CODE).distinct().count())
                    .as(version)
                    .isEqualTo(rows);
            reads.increment();
        }
        return null;
    }

    /** Reads one stream at a time, each of the version that is current. */
    private Void readNewest(TextKeysManager texts) {
        for (int i = 0; !isDone.get(); i++) {
            try {
                long sum = switch (i % 4) {
                    case 0 -> texts.stream().mapToLong(TextKeys.NUMBER.asLong()).sum();
                    case 1 ->
                        texts.stream().parallel().mapToLong(TextKeys::getNumber).sum();
                    case 2 ->
                        texts.stream()
                                .sorted(TextKeys.CODE.reversed())
                                .mapToLong(TextKeys::getNumber)
                                .sum();
                    default ->
                        texts.stream()
                                .collect(Collectors.groupingBy(
                                        row -> row.getNumber() < 0, Collectors.summingLong(TextKeys::getNumber)))
                                .values()
                                .stream()
                                .mapToLong(Long::longValue)
                                .sum();
                };
                assertThat(sum).isEqualTo(TOTAL);
                reads.increment();
            } catch (DataStoreNotLoadedException e) {
                rest();
            }
        }
        return null;
    }

    /** Reads through an iterator and a stream that outlive several versions. */
    private Void readSlowly(DataStoreComponent store, TextKeysManager texts) {
        while (!isDone.get()) {
            try {
                Iterator<TextKeys> rows = texts.stream().iterator();
                Stream<TextKeys> later = texts.stream();
                long sum = 0;
                while (rows.hasNext()) {
                    sum += rows.next().getNumber();
                    if (ROWS / 10 == Math.floorMod(sum, ROWS)) {
                        awaitAnotherVersion(store);
                    }
                }
                assertThat(sum).isEqualTo(TOTAL);
                awaitAnotherVersion(store);
                assertThat(later.mapToLong(TextKeys::getNumber).sum()).isEqualTo(TOTAL);
                reads.increment();
            } catch (DataStoreNotLoadedException e) {
                rest();
            }
        }
        return null;
    }

    private void awaitAnotherVersion(DataStoreComponent store) {
        long version = store.version();
        while (store.version() == version && !isDone.get()) {
            rest();
        }
    }

    /** Runs random operations until the end, or until a reader or the writer fails. */
    private void operate(DataStoreComponent store, long end, List<Future<?>> others) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        while (System.nanoTime() < end && others.stream().noneMatch(Future::isDone)) {
            Path file = folder.resolve("store-" + random.nextInt(FILES));
            String operation = switch (random.nextInt(12)) {
                case 0 -> {
                    CompletableFuture<Void> load = store.createSnapshotJob(LoadConfiguration.builder()
                            .chunkSize(random.nextInt(100, 2_000))
                            .build());
                    load.cancel(true);
                    yield "cancelled";
                }
                case 1 -> ended(store.reloadInBackground(), "reloaded in background");
                case 2, 3 -> attempt(() -> store.save(file), "saved");
                case 4, 5 -> Files.exists(file) ? attempt(() -> store.open(file).join(), "opened") : "not there";
                case 6 -> attempt(store::clear, "cleared");
                default -> attempt(store::load, "loaded");
            };
            operations.merge(operation, 1, Integer::sum);
        }
    }

    /** Returns the outcome of an operation: done, or refused because a load is running or nothing is loaded. */
    private static String attempt(Runnable operation, String done) {
        try {
            operation.run();
            return done;
        } catch (DataStoreNotLoadedException e) {
            return "not loaded";
        } catch (DataStoreException e) {
            assertThat(e).hasMessageContaining("under way");
            return "under way";
        }
    }

    private static String ended(CompletableFuture<Void> future, String done) {
        try {
            future.join();
            return done;
        } catch (CompletionException e) {
            assertThat(e).hasMessageContaining("cancelled"); // waited for the load that was cancelled before
            return "cancelled";
        }
    }

    /** Gives the other threads the cores for a moment. */
    private static void rest() {
        LockSupport.parkNanos(1_000_000);
    }

    private static int connections(TortureDatabase database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*) FROM information_schema.processlist WHERE db = '" + database.schema() + "'")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Returns the number of mapped snapshots of this process, or 0 if the system does not report mappings. */
    private long mappings() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.isReadable(maps)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(maps)) {
            return lines.filter(line -> line.contains(folder.toString())).count();
        }
    }
}
