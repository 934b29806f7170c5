package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.component.ManagerComponent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorManager;

/**
 * Verifies the hand-over from a load to the binlog while clients write. Half of the hand-overs have a distributed
 * transaction that was prepared before the load. {@code -Dspeedwell.handOvers=N} sets the number of hand-overs.
 *
 * <p>Each transaction sets two rows to one value, so two values reveal a torn version. Some transactions also insert
 * rows, so a missing row reveals a lost transaction.
 */
@Tag("oracle")
@Tag("database")
@Timeout(7_200)
class HandOverTest {
    private static final int HAND_OVERS = Integer.getInteger("speedwell.handOvers", 24);
    private static final int FIRST_ROW = 1;
    private static final int PLAIN_WRITERS = 2;
    private static final int XA_WRITERS = 2;
    private static final int WRITERS = PLAIN_WRITERS + XA_WRITERS;

    /** The first row of distributed transactions that are prepared before a load. */
    private static final int PENDING_ROW = FIRST_ROW + 2 * WRITERS;

    /** Each writer holds the read lock while its transaction is open. */
    private final ReentrantReadWriteLock pause = new ReentrantReadWriteLock(true);

    private FollowedSakila sakila;
    private StoreConfiguration onlyActors;
    private volatile boolean stopped;

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_hand_over");
        StoreConfiguration.Builder actors = StoreConfiguration.builder().follow();
        sakila.plain().getOrThrow(ManagerComponent.class).stream()
                .map(manager -> manager.getTableIdentifier())
                .filter(table -> !table.getTableId().equals("actor"))
                .forEach(actors::withoutTable);
        onlyActors = actors.build();
        rollBackPrepared();
        sakila.execute("FLUSH BINARY LOGS"); // the last binlog then omits the earlier statements
    }

    @AfterEach
    void close() throws SQLException {
        rollBackPrepared();
        sakila.close();
    }

    /** Rolls back transactions that another run left prepared, as they would lock the tables. */
    private void rollBackPrepared() throws SQLException {
        List<String> left = new ArrayList<>();
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("XA RECOVER")) {
            while (rows.next()) {
                left.add(rows.getString("data"));
            }
        }
        for (String xid : left) {
            if (xid.startsWith("hand-over")) {
                sakila.execute("XA ROLLBACK '" + xid + "'");
            }
        }
    }

    @Test
    void handOverLosesAndTearsNothingBesideWriters() throws Exception {
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            writers.add(CompletableFuture.runAsync(
                    () -> write(writer), task -> Thread.ofPlatform().daemon().start(task)));
        }
        long reloads = 0;
        try {
            for (int i = 0; i < HAND_OVERS; i++) {
                reloads += handOver(i);
                assertThat(writers).as("writers").noneMatch(CompletableFuture::isDone);
            }
        } finally {
            stopped = true;
            writers.forEach(CompletableFuture::join);
        }
        System.out.printf("%d hand-overs, half of them with a prepared transaction; %d reloads%n", HAND_OVERS, reloads);
    }

    @Test
    void transactionPreparedInAnEarlierFileIsFound() throws Exception {
        try (Pending oldest = new Pending("hand-over oldest", PENDING_ROW, 1)) {
            for (int i = 0; i < 5; i++) {
                sakila.execute("FLUSH BINARY LOGS", "UPDATE film SET length = " + i);
            }
            sakila.start(onlyActors);
            try (Pending later = new Pending("hand-over later", PENDING_ROW + 2, 1)) {
                oldest.decide("COMMIT");
                sakila.execute("FLUSH BINARY LOGS");
                later.decide("COMMIT");
            }
            sakila.awaitAll();
            assertSame("prepared six files before");
            assertThat(sakila.store().followStatus().orElseThrow().reloads()).isZero();
            sakila.app().stop();
        }
    }

    @Test
    void transactionWithPurgedPrepareReloadsTheTables() throws Exception {
        try (Pending pending = new Pending("hand-over purged", PENDING_ROW, 1)) {
            sakila.execute("FLUSH BINARY LOGS");
            sakila.execute("PURGE BINARY LOGS TO '" + binlogs().getLast() + "'");
            boolean isPurged = binlogs().size() == 1; // MariaDB keeps binlogs that a replica may need
            sakila.start(onlyActors);
            pending.decide("COMMIT");
            sakila.awaitAll();
            assertSame("prepared in a file that is gone");
            assertThat(sakila.store().followStatus().orElseThrow().reloads()).isEqualTo(isPurged ? 1 : 0);
            sakila.app().stop();
        }
    }

    private List<String> binlogs() throws SQLException {
        List<String> files = new ArrayList<>();
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW BINARY LOGS")) {
            while (rows.next()) {
                files.add(rows.getString(1));
            }
        }
        return files;
    }

    /** Runs a hand-over. Returns the number of reloads. */
    private long handOver(int number) throws Exception {
        boolean isPending = number % 2 == 0;
        try (Pending pending = isPending ? new Pending("hand-over " + number, PENDING_ROW, number) : null) {
            sakila.start(onlyActors);
            assertNotTorn(number);
            if (pending != null) {
                pending.decide(number % 4 == 0 ? "COMMIT" : "ROLLBACK");
            }
            assertNotTorn(number);
            pause.writeLock().lock();
            try {
                sakila.awaitAll();
                assertSame("hand-over " + number);
            } finally {
                pause.writeLock().unlock();
            }
            long reloads = sakila.store().followStatus().orElseThrow().reloads();
            sakila.app().stop();
            return reloads;
        }
    }

    private void assertNotTorn(int number) {
        Map<Integer, String> rows = memory();
        for (int row = FIRST_ROW; row < FIRST_ROW + 2 * WRITERS; row += 2) {
            assertThat(rows.get(row))
                    .as("rows %d and %d at hand-over %d", row, row + 1, number)
                    .isEqualTo(rows.get(row + 1));
        }
    }

    private void assertSame(String when) throws SQLException {
        Map<Integer, String> database = new TreeMap<>();
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT actor_id, last_name FROM actor")) {
            while (rows.next()) {
                database.put(rows.getInt(1), rows.getString(2));
            }
        }
        assertThat(memory())
                .as(() -> when + ": " + sakila.store().followStatus())
                .isEqualTo(database);
    }

    private Map<Integer, String> memory() {
        return sakila.app().getOrThrow(ActorManager.class).stream()
                .collect(Collectors.toMap(Actor::getActorId, Actor::getLastName, (one, other) -> one, TreeMap::new));
    }

    private static String set(int row, int value) {
        return "UPDATE actor SET last_name = 'V" + value + "' WHERE actor_id IN (" + row + ", " + (row + 1) + ")";
    }

    private void write(int writer) {
        int row = FIRST_ROW + 2 * writer;
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; !stopped; i++) {
                String xid = writer < PLAIN_WRITERS ? null : "'hand-over writer " + writer + " " + i + "'";
                pause.readLock().lock();
                try {
                    statement.execute(xid == null ? "BEGIN" : "XA START " + xid);
                    statement.execute(set(row, i));
                    if (i % 50 == 0) {
                        statement.execute(
                                "INSERT INTO actor (first_name, last_name) VALUES ('W" + writer + "', 'NEW')");
                    }
                    if (xid == null) {
                        statement.execute("COMMIT");
                    } else {
                        statement.execute("XA END " + xid);
                        statement.execute("XA PREPARE " + xid);
                        statement.execute((i % 7 == 3 ? "XA ROLLBACK " : "XA COMMIT ") + xid);
                    }
                } finally {
                    pause.readLock().unlock();
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A prepared distributed transaction. */
    private final class Pending implements AutoCloseable {
        private final Connection connection = sakila.connect();
        private final String xid;
        private boolean isDecided;

        Pending(String xid, int row, int value) throws SQLException {
            this.xid = "'" + xid + "'";
            execute(
                    "XA START " + this.xid,
                    set(row, value),
                    "INSERT INTO actor (first_name, last_name) VALUES ('PENDING', 'NEW')",
                    "XA END " + this.xid,
                    "XA PREPARE " + this.xid);
        }

        void decide(String decision) throws SQLException {
            execute("XA " + decision + " " + xid);
            isDecided = true;
        }

        private void execute(String... statements) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        }

        @Override
        public void close() throws SQLException {
            if (!isDecided) {
                decide("ROLLBACK");
            }
            connection.close();
        }
    }
}
