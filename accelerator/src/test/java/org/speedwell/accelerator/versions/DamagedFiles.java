package org.speedwell.accelerator.versions;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.file.FileDamager;
import org.speedwell.accelerator.file.SnapshotWriter;
import org.speedwell.accelerator.stream.RandomEntities;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * A program that opens damaged files in every mode and reads each file that is accepted. It runs in a separate JVM, as
 * a damaged file may crash it. It prints the seed of each trial before the trial starts.
 */
public final class DamagedFiles {
    private static final int ROWS = 70;

    private final Speedment app = EntityTable.offline(new TortureApplicationBuilder().withBundle(InMemoryBundle.class));
    private final DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
    private final List<Manager<?>> managers = app.getOrThrow(ManagerComponent.class).stream()
            .<Manager<?>>map(manager -> manager)
            .toList();
    private final Path folder;
    private int refused;
    private int unharmed;
    private int taken;

    /** The rows that all queries returned. The sum keeps the compiler from removing the queries. */
    private long answers;

    private DamagedFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Runs the trials.
     *
     * @param arguments a folder, the first seed, and the number of trials
     */
    public static void main(String[] arguments) throws IOException {
        long first = Long.parseLong(arguments[1]);
        int trials = Integer.parseInt(arguments[2]);
        DamagedFiles files = new DamagedFiles(Path.of(arguments[0]));
        files.run(first, trials);
        System.out.printf(
                "%d damaged files from seed %d: %d refused, %d as before, %d with right checksums taken for sound;"
                        + " %d rows read%n",
                trials, first, files.refused, files.unharmed, files.taken, files.answers);
        System.exit(0); // the application's threads would keep the JVM alive
    }

    private void run(long first, int trials) throws IOException {
        List<Path> sound = new ArrayList<>();
        List<List<List<@Nullable Object>>> rows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Path file = folder.resolve("sound" + i);
            SnapshotWriter.save(RandomSnapshot.of(app, ROWS, i), file);
            sound.add(file);
            open(file, OpenMode.VERIFIED);
            rows.add(readAll(new SplittableRandom(0)));
        }
        for (long seed = first; seed < first + trials; seed++) {
            System.out.println("seed " + seed);
            SplittableRandom random = new SplittableRandom(seed);
            int which = random.nextInt(sound.size());
            try {
                trial(random, sound.get(which), rows.get(which), sound.getLast(), rows.getLast());
            } catch (RuntimeException | Error e) {
                throw new AssertionError("Seed " + seed, e);
            }
        }
    }

    private void trial(
            SplittableRandom random,
            Path file,
            List<List<@Nullable Object>> rows,
            Path serving,
            List<List<@Nullable Object>> served)
            throws IOException {
        byte[] whole = Files.readAllBytes(file);
        FileDamager.Damaged damaged = new FileDamager(random).damage(whole);
        OpenMode mode = OpenMode.values()[random.nextInt(OpenMode.values().length)];
        Path path = Files.write(folder.resolve("damaged"), damaged.bytes());
        long version = store.version();
        try {
            open(path, mode, random);
            List<List<@Nullable Object>> found = readAll(random);
            if (Arrays.equals(damaged.bytes(), whole)) {
                require(found.equals(rows), "other rows of the same bytes");
                unharmed++;
            } else {
                require(damaged.checksumsRight(), mode + " took a file with " + damaged.how());
                taken++;
            }
            open(serving, OpenMode.VERIFIED);
        } catch (DataStoreException e) {
            String message = String.valueOf(e.getMessage());
            require(message.startsWith("The snapshot " + path), message);
            require(!message.contains(": null") && !message.contains("Exception"), message);
            require(store.version() == version, "the version before is gone");
            require(store.snapshot().version() == version, "the version before is gone");
            refused++;
            if (refused % 100 == 0) {
                require(readAll(new SplittableRandom(0)).equals(served), "the version before gives other rows");
            }
        }
        Files.delete(path);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    private void open(Path file, OpenMode mode) {
        store.open(file, mode).join();
    }

    /** Opens a file. In lazy mode, reads it during the verification. */
    private void open(Path file, OpenMode mode, SplittableRandom random) {
        CompletableFuture<Void> verified = store.open(file, mode);
        if (mode == OpenMode.LAZY) {
            readAll(random);
        }
        Throwable failure = verified.handle((ignored, thrown) -> thrown).join();
        if (failure instanceof CompletionException wrapped && wrapped.getCause() instanceof DataStoreException known) {
            throw known;
        }
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }

    /** Returns all values of all rows. Also runs some queries of every kind on each column. */
    private List<List<@Nullable Object>> readAll(SplittableRandom random) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Manager<?> manager : managers) {
            if (store.snapshot().version() > 0 && isLoaded(manager)) {
                read(manager, rows, random);
            }
        }
        store.getStatistics();
        return rows;
    }

    private boolean isLoaded(Manager<?> manager) {
        try {
            store.snapshot().stream(manager);
            return true;
        } catch (DataStoreNotLoadedException e) {
            return false; // the damage may have changed the table's name, or the version has just been withdrawn
        }
    }

    private <E> void read(Manager<E> manager, List<List<@Nullable Object>> rows, SplittableRandom random) {
        List<E> entities = manager.stream().toList();
        List<Field<E>> fields = manager.fields().toList();
        for (E entity : entities) {
            List<@Nullable Object> row = new ArrayList<>();
            fields.forEach(field -> row.add(RandomEntities.plain(field.getter().apply(entity))));
            rows.add(row);
        }
        for (Field<E> field : fields) {
            if (field instanceof HasComparableOperators<?, ?>) {
                query(manager, field, entities, random);
            }
            answers += manager.stream().map(field.getter()::apply).distinct().count();
        }
    }

    @SuppressWarnings("unchecked") // the field is one of comparable values
    private <E, V extends Comparable<? super V>> void query(
            Manager<E> manager, Field<E> field, List<E> entities, SplittableRandom random) {
        HasComparableOperators<E, V> compared = (HasComparableOperators<E, V>) field;
        Comparator<E> order = compared.comparator();
        answers += manager.stream().sorted(order).toList().size();
        answers += manager.stream().sorted(order.reversed()).toList().size();
        answers += manager.stream()
                .sorted(order.reversed())
                .skip(random.nextInt(ROWS))
                .limit(5)
                .toList()
                .size();
        for (int i = 0; i < 3 && !entities.isEmpty(); i++) {
            Object value = field.getter().apply(entities.get(random.nextInt(entities.size())));
            if (value != null) {
                V constant = (V) value;
                answers += manager.stream().filter(compared.equal(constant)).count();
                answers +=
                        manager.stream().filter(compared.greaterThan(constant)).count();
                answers += manager.stream()
                        .filter(compared.lessOrEqual(constant))
                        .sorted(order)
                        .limit(3)
                        .toList()
                        .size();
            }
        }
    }
}
