package org.speedwell.accelerator.following;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.speedment.runtime.core.Speedment;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.schema.Database;

/**
 * A process that replicates a database from the position of its file. It verifies its versions and saves the file
 * repeatedly.
 *
 * <p>It reads commands from its input, and ends when the input closes.
 */
public final class FollowingProcess {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Database database;
    private final String schema;
    private final Path file;
    private final Speedment app;
    private final DataStoreComponent store;
    private final Position from;

    private FollowingProcess(Database database, String schema, Path file) {
        this.database = database;
        this.schema = schema;
        this.file = file;
        this.app = SakilaApp.of(database, schema)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder().networkTimeout(LONG).build())
                .build();
        this.store = app.getOrThrow(DataStoreComponent.class);
        if (Files.exists(file)) {
            store.open(file).join();
        } else {
            store.load();
        }
        this.from = store.position().orElseThrow();
        store.follow(FollowConfiguration.builder()
                .heartbeat(Duration.ofMillis(50))
                .silence(Duration.ofSeconds(2))
                .retry(Duration.ofMillis(200))
                .build());
    }

    /**
     * Runs the process.
     *
     * @param args the URL, user, password and schema of a database, and a file
     */
    public static void main(String[] args) throws Exception {
        new FollowingProcess(Database.at(args[0], args[1], args[2]), args[3], Path.of(args[4])).run();
    }

    private void run() throws Exception {
        System.out.println("following");
        Thread.ofPlatform().daemon().start(() -> repeat(() -> Transfers.assertWhole(store.snapshot())));
        Thread.ofPlatform().daemon().start(() -> repeat(this::save));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                switch (line) {
                    case "check" -> check();
                    case "full" -> awaitFull();
                    default -> throw new IllegalArgumentException(line);
                }
            }
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private static void repeat(Runnable what) {
        try {
            while (true) {
                what.run();
                LockSupport.parkNanos(5_000_000); // without a pause it would take most of one of two cores
            }
        } catch (Throwable e) {
            System.out.println("failed: " + e);
        }
    }

    private void save() {
        try {
            store.save(file);
            System.out.println("saved");
        } catch (DataStoreException e) {
            System.out.println("not saved: " + e.getMessage());
        }
    }

    /** Prints whether memory equals the database, and how many transactions were applied since the file's position. */
    private void check() throws Exception {
        try (Connection connection = database.connect(schema)) {
            if (!store.await(connection, LONG)) {
                System.out.println("failed: it does not get there: " + status());
                return;
            }
            ReadBack.assertSameRowsAsJdbc(app, connection);
        } catch (AssertionError e) {
            System.out.println("failed: " + e);
            return;
        }
        FollowStatus status = status();
        System.out.println("same " + sequence(from) + " + " + status.transactions() + " = "
                + sequence(status.position()) + ", reloads " + status.reloads());
    }

    private static long sequence(Position at) {
        return Long.parseLong(at.gtids().substring(at.gtids().lastIndexOf('-') + 1));
    }

    private FollowStatus status() {
        return store.followStatus().orElseThrow();
    }

    /** Waits until the disk has no room for a transaction, and prints the age of the current version. */
    private void awaitFull() throws InterruptedException {
        Awaitility.await()
                .atMost(LONG)
                .until(() -> status().problem()
                        .filter(problem -> problem.contains("could not write the large transaction"))
                        .isPresent());
        boolean isThere = store.await(Duration.ofSeconds(1));
        System.out.println(
                (isThere ? "failed: it is there, " : "full ") + store.age().toNanos() + " " + status());
    }
}
