package org.speedwell.accelerator.versions;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.LogLines;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SameRows;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.file.FileDamager;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/**
 * Verifies snapshots in files. All values and indexes come back, and a damaged file is refused with the place of the
 * damage.
 */
@Tag("fault")
@Tag("database")
class SavedSnapshotTest {
    private static final long SEED = 20260521;
    private static final Duration LONG = Duration.ofMinutes(2);

    private static TortureDatabase database;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Speedment app;
    private DataStoreComponent store;
    private Path file;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_saved");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @BeforeEach
    void save() {
        file = folder.resolve("all.snapshot");
        app = database.inMemory(StoreConfiguration.builder()
                .withMultiIndex(Mixed.QUANTITY, Mixed.ID)
                .build());
        store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        store.save(file);
        store.clear();
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    @Test
    void everyColumnOfEveryTableComesBackFromTheFile() throws SQLException {
        store.open(file).join();

        assertThat(store.version()).isEqualTo(2);
        try (Connection connection = database.connect()) {
            for (Manager<?> manager : app.getOrThrow(ManagerComponent.class).stream()
                    .<Manager<?>>map(manager -> manager)
                    .toList()) {
                ReadBack.assertEqualToJdbc(app, manager, connection);
            }
        }
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        StoreStatistics opened = store.getStatistics();
        long few = mixed.stream().filter(Mixed.QUANTITY.lessThan(0)).count();
        var sorted = mixed.stream().sorted(Mixed.PRICE.reversed()).toList();
        long bytes = store.bytes();
        String plan = planByTwoColumns(mixed);
        assertThat(plan).contains("sorted index on quantity and id");

        store.reloadInBackground().join();

        assertThat(store.version()).isEqualTo(3);
        assertThat(store.getStatistics().tables()).isEqualTo(opened.tables());
        assertThat(mixed.stream().filter(Mixed.QUANTITY.lessThan(0)).count()).isEqualTo(few);
        assertThat(mixed.stream().sorted(Mixed.PRICE.reversed()).toList()).isEqualTo(sorted);
        assertThat(store.bytes()).isEqualTo(bytes).isEqualTo(opened.bytes());
        assertThat(planByTwoColumns(mixed)).isEqualTo(plan);
    }

    /** Returns the plan with the rows of each step, but without times. */
    private String planByTwoColumns(MixedManager mixed) {
        Mixed middle = mixed.stream().skip(10).findFirst().orElseThrow();
        return store.explain(
                        mixed,
                        stream -> stream.filter(Mixed.QUANTITY.equal(middle.getQuantity()))
                                .filter(Mixed.ID.greaterOrEqual(middle.getId()))
                                .count())
                .toString()
                .replaceAll(", [\\d,.]+ µs", "");
    }

    @Test
    void anotherApplicationOpensTheFileWithoutADatabase() {
        Speedment other = database.builder()
                .withConnectionUrl("jdbc:mysql://127.0.0.1:1/torture")
                .withSkipCheckDatabaseConnectivity()
                .withBundle(InMemoryBundle.class)
                .build();
        DataStoreComponent otherStore = other.getOrThrow(DataStoreComponent.class);
        otherStore.open(file).join();
        store.load();

        assertThat(otherStore.rows()).isEqualTo(store.rows());
        SameRows.assertSame(
                "mixed",
                other.getOrThrow(MixedManager.class).stream().toList(),
                app.getOrThrow(MixedManager.class).stream().toList());
        other.stop();
    }

    @Test
    void truncatedFileIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(SEED);
        for (int i = 0; i < 40; i++) {
            int length = i == 0 ? 0 : random.nextInt(whole.length);
            Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> store.open(cut))
                    .as("seed %d, cut to %d of %d bytes", SEED, length, whole.length)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("The snapshot " + cut + " cannot be opened: ")
                    .hasMessageContaining("Load from the database and save the snapshot again.");
            assertThat(store.version()).isZero();
        }
    }

    /** Flips random bits. Every byte of a file matters, and a damaged file is never published. */
    @Test
    void flippedBitIsRefusedAndThePreviousVersionServes() throws IOException {
        store.load();
        long version = store.version();
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(SEED);
        for (int i = 0; i < 60; i++) {
            byte[] flipped = whole.clone();
            int at = random.nextInt(whole.length);
            flipped[at] ^= (byte) (1 << random.nextInt(8));
            Path damaged = Files.write(folder.resolve("damaged" + i), flipped);

            assertThatThrownBy(() -> store.open(damaged))
                    .as("seed %d, bit flipped at %d of %d", SEED, at, whole.length)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("The snapshot " + damaged)
                    .message()
                    .containsAnyOf("is damaged in table torture.", "cannot be opened: ");
            assertThat(store.version()).isEqualTo(version);
        }
        assertThat(app.getOrThrow(MixedManager.class).stream().count()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"LAZY", "TRUSTED"})
    void damagedVersionIsWithdrawnAndThePreviousServes(OpenMode mode) throws IOException {
        store.load();
        long version = store.version();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        List<Mixed> rows = mixed.stream().toList();
        byte[] damaged = Files.readAllBytes(file);
        damaged[3] ^= 1; // in the first table, which is another one

        var verified = store.open(Files.write(folder.resolve("damaged"), damaged), mode);

        SameRows.assertSame("mixed", mixed.stream().toList(), rows);
        assertThatThrownBy(verified::join).hasMessageContaining("is damaged in table torture.");
        assertThat(store.version()).isEqualTo(version);

        store.open(file, mode).join();
        assertThat(store.isVerified()).isTrue();
        assertThat(store.version()).isGreaterThan(version);
        SameRows.assertSame("mixed", mixed.stream().toList(), rows);
    }

    @Test
    void trustedFileWithForgedChecksumsIsWithdrawn() throws IOException {
        store.load();
        Path forged = forge();
        long version = store.version();

        var verified = store.open(forged, OpenMode.TRUSTED);

        assertThatThrownBy(verified::join)
                .hasCauseInstanceOf(DataStoreException.class)
                .hasMessageContaining("The snapshot " + forged + " is damaged in table torture.");
        assertThat(store.version()).isEqualTo(version);
        assertThat(app.getOrThrow(MixedManager.class).stream().count()).isPositive();
    }

    /** Returns a file with correct checksums whose values are invalid. */
    private Path forge() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        FileDamager damager = new FileDamager(new Random(SEED));
        for (int i = 0; ; i++) {
            FileDamager.Damaged damaged = damager.damage(whole);
            Path forged = Files.write(folder.resolve("forged" + i), damaged.bytes());
            try {
                store.open(forged).join();
                store.load();
            } catch (DataStoreException e) {
                if (damaged.checksumsRight() && requireNonNull(e.getMessage()).contains(" is damaged in table ")) {
                    return forged;
                }
            }
        }
    }

    @Test
    void copyIsIndependentOfItsFile() throws IOException {
        store.open(file, OpenMode.COPIED).join();
        List<Mixed> rows = app.getOrThrow(MixedManager.class).stream().toList();
        Files.write(file, new byte[0]);
        SameRows.assertSame("mixed", app.getOrThrow(MixedManager.class).stream().toList(), rows);
    }

    @Test
    void copyThatExceedsTheBudgetIsRefused() {
        Speedment small = database.inMemory(
                StoreConfiguration.builder().memoryBudget(1_000).build());
        assertThatThrownBy(() -> small.getOrThrow(DataStoreComponent.class).open(file, OpenMode.COPIED))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("The snapshot " + file + " does not fit: ")
                .hasMessageContaining("the memory budget allows 1,000 in total");
        small.getOrThrow(DataStoreComponent.class).open(file).join();
        small.stop();
    }

    @Test
    void changedMappedFileIsNoticedAndReplacedFileIsNot() throws IOException {
        store.open(file).join();
        long version = store.version();
        Path other = Files.copy(file, folder.resolve("other"));
        store.save(file);
        store.open(other).join();
        assertThat(store.version()).isEqualTo(version + 1);

        flipABit(other);
        Awaitility.await().atMost(LONG).until(() -> store.version() == 0);
        store.open(file).join();
        assertThat(store.version()).isEqualTo(version + 2);
    }

    @Test
    void touchedMappedFileIsVerifiedAndServes() throws Exception {
        store.open(file).join();
        long version = store.version();
        try (LogLines lines = new LogLines("org.speedwell.accelerator.live.OpenedFile")) {
            Files.setLastModifiedTime(file, FileTime.fromMillis(0));
            assertThat(lines.next()).endsWith("Its bytes are unchanged.");
        }
        assertThat(store.version()).isEqualTo(version);
    }

    @Test
    void queriesOfATouchedFileAreAnswered() throws IOException {
        store.open(file).join();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        long rows = mixed.stream().count();

        Files.setLastModifiedTime(file, FileTime.fromMillis(0));

        assertThat(mixed.stream().parallel().filter(SavedSnapshotTest::isNamed).count())
                .isEqualTo(rows);
        assertThatThrownBy(() -> mixed.stream()
                        .map(_ -> {
                            throw new ArithmeticException("the user's");
                        })
                        .toList())
                .isInstanceOf(ArithmeticException.class);
    }

    private static boolean isNamed(Mixed row) {
        return row.getName() != null;
    }

    @Test
    void explainAndDifferencesOfATruncatedFileFailWithAMessage() throws IOException {
        store.load();
        SnapshotView loaded = store.snapshot();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        store.open(file).join();
        SnapshotView opened = store.snapshot();

        assertThatThrownBy(() -> store.explain(mixed, rows -> {
                    truncate(file);
                    return rows.toList();
                }))
                .isInstanceOf(DataStoreException.class)
                .hasMessageStartingWith("The snapshot " + file + " was cut off while it was mapped");
        assertThatThrownBy(() -> store.changes(mixed, loaded, opened).toList())
                .isInstanceOf(DataStoreException.class)
                .hasMessageStartingWith("The snapshot " + file + " was cut off while it was mapped");
    }

    private static void truncate(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void queryOfATruncatedFileFailsWithAMessage() throws IOException {
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        store.open(file).join();
        SnapshotView kept = store.snapshot();
        Iterator<Mixed> iterator = mixed.stream().iterator();
        IntStream quantities = mixed.stream().mapToInt(row -> row.hashCode());
        truncate(file);
        String message = "The snapshot " + file + " was cut off while it was mapped, so this query has no result.";
        List<ThrowingCallable> queries = List.of(
                () -> kept.stream(mixed.getTableIdentifier()).toList(),
                () -> iterator.forEachRemaining(row -> {}),
                quantities::sum,
                () -> kept.stream(mixed.getTableIdentifier()).parallel().forEach(row -> {}),
                () -> kept.stream(mixed.getTableIdentifier())
                        .spliterator()
                        .trySplit()
                        .tryAdvance(row -> {}));
        for (ThrowingCallable query : queries) {
            assertThatThrownBy(query)
                    .as("query %d", queries.indexOf(query))
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageStartingWith(message);
        }
        Awaitility.await().atMost(LONG).until(() -> store.version() == 0);
    }

    @Test
    void followedVersionOfAChangedFileIsReloaded() throws Exception {
        store.open(file).join();
        store.follow();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        List<Mixed> rows = mixed.stream().toList();
        database.execute("UPDATE mixed SET quantity = quantity"); // changes no row, but writes to the binlog
        long opened = store.version();

        try (LogLines lines = new LogLines("org.speedwell.accelerator.live.OpenedFile")) {
            flipABit(file);
            assertThat(lines.next()).contains("its version is withdrawn"); // before, replication adds versions
        }

        Awaitility.await()
                .atMost(LONG)
                .until(() -> store.version() > opened && store.followStatus().isPresent());
        SameRows.assertSame("mixed", mixed.stream().toList(), rows);
    }

    private static void flipABit(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer bit = ByteBuffer.allocate(1);
            channel.read(bit, 3);
            bit.put(0, (byte) (bit.get(0) ^ 1));
            channel.write(bit.flip(), 3);
        }
    }

    @Test
    void concurrentSavesAndOpensOfOnePathSucceed() throws Exception {
        store.load();
        List<Mixed> rows = app.getOrThrow(MixedManager.class).stream().toList();
        Speedment reader = database.inMemory();
        DataStoreComponent opening = reader.getOrThrow(DataStoreComponent.class);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService savers = Executors.newFixedThreadPool(3)) {
            List<Future<?>> saves = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                saves.add(savers.submit(() -> {
                    while (!done.get()) {
                        store.save(file);
                    }
                }));
            }
            try {
                for (int i = 0; i < 30; i++) {
                    opening.open(file, OpenMode.values()[i % OpenMode.values().length])
                            .join();
                    SameRows.assertSame(
                            "mixed",
                            reader.getOrThrow(MixedManager.class).stream().toList(),
                            rows);
                }
            } finally {
                done.set(true);
            }
            for (Future<?> save : saves) {
                save.get();
            }
        }
        assertThat(opening.version()).isEqualTo(30);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        reader.stop();
    }

    @Test
    void fileWithoutASnapshotIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "Dear reader, this is not a snapshot but a letter.");

        assertThatThrownBy(() -> store.open(text))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("it does not end like a snapshot: it is truncated, or another kind of file");
        assertThatThrownBy(() -> store.open(folder))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("it is not a regular file");
        for (OpenMode mode : OpenMode.values()) {
            Path missing = folder.resolve("nothing");
            assertThatThrownBy(() -> store.open(missing, mode))
                    .isInstanceOf(DataStoreException.class)
                    .hasMessage("The snapshot " + missing + " cannot be opened: there is no file " + missing
                            + ". Load from the database and save the snapshot again.");
        }
    }

    @Test
    void saveToAMissingFolderFailsWithTheRemedy() {
        store.load();

        assertThatThrownBy(() -> store.save(folder.resolve("absent").resolve("all.snapshot")))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("The snapshot could not be written to ")
                .hasMessageContaining("Check that the folder exists, is writable and has room");
    }

    /** Verifies that none of these classes exists. All tests here load, save and open tables without them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "net.openhft.posix.PosixAPI",
                "com.sun.jna.Native",
                "jnr.ffi.Library",
                "com.kenai.jffi.Foreign",
                "org.objectweb.asm.ClassReader"
            })
    void noNativeCodeLibraryIsOnTheClassPath(String name) {
        assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
    }
}
