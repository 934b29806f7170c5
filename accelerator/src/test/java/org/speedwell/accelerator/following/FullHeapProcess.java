package org.speedwell.accelerator.following;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.speedment.runtime.core.Speedment;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Database;

/** A process that replicates a database, and fills its heap on command. */
public final class FullHeapProcess {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int LARGE = 1 << 20;

    private final Object[] filling = new Object[1 << 12];

    private FullHeapProcess() {}

    /**
     * Runs the process.
     *
     * @param args the URL, user, password and schema of a database
     */
    public static void main(String[] args) throws Exception {
        FullHeapProcess process = new FullHeapProcess();
        Database database = Database.at(args[0], args[1], args[2]);
        Speedment app = SakilaApp.of(database, args[3])
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .networkTimeout(Duration.ofSeconds(10))
                                .follow(FollowConfiguration.builder()
                                        .heartbeat(Duration.ofMillis(50))
                                        .retry(Duration.ofMillis(200))
                                        .build())
                                .build())
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
                Connection connection = database.connect(args[3])) {
            useEachClass(app, store, connection);
            System.out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("fill")) {
                    process.fill(Long.parseLong(words[1]) * 1_000_000);
                    System.out.println("freed");
                } else {
                    check(app, store, connection);
                }
            }
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /**
     * Replicates changes and a reload once, so that all classes are initialised. A class whose initialisation runs out
     * of memory stays unusable until the JVM restarts. This test does not cover that state.
     */
    private static void useEachClass(Speedment app, DataStoreComponent store, Connection connection) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE film SET length = length + 1 WHERE film_id < 600");
            statement.execute("INSERT INTO actor (first_name, last_name) VALUES ('EACH', 'CLASS')");
            statement.execute("DELETE FROM actor WHERE last_name = 'CLASS'");
        }
        store.reload(app.getOrThrow(FilmManager.class));
        check(app, store, connection);
    }

    /** Fills the heap for a time, then frees it. */
    private void fill(long nanos) {
        long end = System.nanoTime() + nanos;
        @Nullable Object[] chain = null;
        int filled = 0;
        int size = LARGE;
        while (System.nanoTime() < end) {
            try {
                if (size >= 1_024 && filled < filling.length) {
                    filling[filled++] = new byte[size];
                } else {
                    chain = new @Nullable Object[] {chain, new byte[64]};
                }
            } catch (OutOfMemoryError e) {
                size = size < 64 ? LARGE : size / 4;
                LockSupport.parkNanos(1_000_000); // so that other threads run out of memory
            }
        }
        while (filled > 0) {
            filling[--filled] = this;
        }
        chain = null;
    }

    private static void check(Speedment app, DataStoreComponent store, Connection connection) {
        try {
            if (!store.await(LONG)) {
                throw new AssertionError("It is not followed on.");
            }
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> store.followStatus().orElseThrow().phase() == Phase.FOLLOWING);
            ReadBack.assertSameRowsAsJdbc(app, connection);
            System.out.println("same");
        } catch (Throwable e) {
            Thread.getAllStackTraces().forEach((thread, trace) -> {
                System.out.println(thread);
                List.of(trace).forEach(frame -> System.out.println("    at " + frame));
            });
            System.out.println("failed: " + e + ", " + store.followStatus().orElseThrow());
        }
    }
}
