package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.transaction.TransactionComponent;
import com.speedment.runtime.core.exception.TransactionException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.torture.Keyless;
import org.speedwell.torture.KeylessManager;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/**
 * Verifies that an update of a row that was read from memory does not overwrite the changes of others. The tests cover
 * streams inside transactions as well.
 */
@Tag("database")
@SuppressWarnings("NullAway.Init") // each test starts its application first
class RowUpdatesTest {
    private static TortureDatabase database;

    private Speedment app;
    private DataStoreComponent store;
    private MixedManager mixed;
    private long id;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_updates");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @BeforeEach
    void start() throws SQLException {
        start(InTransaction.MEMORY);
    }

    private void start(InTransaction streams) throws SQLException {
        app = database.inMemory(
                StoreConfiguration.builder().inTransaction(streams).build());
        mixed = app.getOrThrow(MixedManager.class);
        store = app.getOrThrow(DataStoreComponent.class);
        id = number("SELECT MIN(id) FROM mixed");
        database.execute("UPDATE mixed SET quantity = 1, note = 'as read' WHERE id = " + id);
        store.load();
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    private Mixed read() {
        return mixed.stream().filter(Mixed.ID.equal(id)).findFirst().orElseThrow();
    }

    private static long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    private static String text(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    @Test
    void updateWritesOnlyChangedColumns() throws SQLException {
        Mixed read = read();
        database.execute("UPDATE mixed SET note = 'by others' WHERE id = " + id);

        Mixed now = store.update(mixed, read, row -> row.setQuantity(2));

        assertThat(number("SELECT quantity FROM mixed WHERE id = " + id)).isEqualTo(2);
        assertThat(text("SELECT note FROM mixed WHERE id = " + id)).isEqualTo("by others");
        assertThat(now.getNote()).contains("by others");
        assertThat(now.getQuantity()).isEqualTo(2);
        assertThat(read.getQuantity()).isEqualTo(1);
        assertThat(read().getQuantity()).as("memory, before the next load").isEqualTo(1);
    }

    @Test
    void conflictIsRefusedEvenIfTheCollationSeesNoDifference() throws SQLException {
        Mixed read = read();
        database.execute("UPDATE mixed SET note = 'AS READ' WHERE id = " + id);

        assertThatThrownBy(() ->
                        store.update(mixed, read, row -> row.setNote("mine").setQuantity(3)))
                .isInstanceOf(StaleEntityException.class)
                .hasMessageContainingAll("mixed", "id = " + id, "note")
                .message()
                .doesNotContain("quantity");
        assertThat(text("SELECT CONCAT(note, quantity) FROM mixed WHERE id = " + id))
                .isEqualTo("AS READ1");

        database.execute("DELETE FROM mixed WHERE id = " + id);
        assertThatThrownBy(() -> store.update(mixed, read, row -> row.setQuantity(3)))
                .isInstanceOf(StaleEntityException.class)
                .hasMessageContaining("no longer in the database");
        mixed.persist(read);
    }

    @Test
    void updateRefusesANewKeyAndSkipsAnUnchangedRow() {
        Mixed read = read();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.update(mixed, read, row -> row.setId(-7)))
                .withMessageContainingAll("id", "primary key", "mixed");
        assertThat(store.update(mixed, read, row -> row.setQuantity(1))).isEqualTo(read);
        assertThatIllegalStateException()
                .isThrownBy(() -> store.update(mixed, read, row -> {
                    throw new IllegalStateException("the user's own");
                }))
                .withMessage("the user's own");
    }

    @Test
    void updateWithoutPrimaryKeyIsRefusedWithTheRemedy() {
        KeylessManager keyless = app.getOrThrow(KeylessManager.class);
        Keyless row = keyless.stream().findFirst().orElseThrow();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.update(keyless, row, changed -> {}))
                .withMessageContainingAll("keyless", "no primary key", "ADD PRIMARY KEY", "your own SQL");
    }

    /** Runs four writers that each add one 15 times. A lost update would make the sum too small. */
    @Test
    void concurrentWritersLoseNoUpdate() throws Exception {
        int writers = 4;
        int updates = 15;
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            Callable<Integer> writer = () -> {
                int refused = 0;
                for (int done = 0; done < updates; ) {
                    Mixed read = app.getOrThrow(MixedManager.class).create();
                    read.setId(id).setQuantity((int) number("SELECT quantity FROM mixed WHERE id = " + id));
                    try {
                        store.update(mixed, read, row -> row.setQuantity(row.getQuantity() + 1));
                        done++;
                    } catch (StaleEntityException e) {
                        refused++;
                    }
                }
                return refused;
            };
            for (Future<Integer> each : threads.invokeAll(List.of(writer, writer, writer, writer))) {
                assertThat(each.get()).isNotNegative();
            }
        }

        assertThat(number("SELECT quantity FROM mixed WHERE id = " + id)).isEqualTo(1L + writers * updates);
    }

    @Test
    void updateTakesPartInTheTransaction() throws SQLException {
        TransactionComponent transactions = app.getOrThrow(TransactionComponent.class);
        Mixed read = read();

        transactions.createTransactionHandler().createAndAccept(transaction -> {
            store.update(mixed, read, row -> row.setQuantity(9));
            transaction.rollback();
        });
        assertThat(number("SELECT quantity FROM mixed WHERE id = " + id)).isEqualTo(1);

        transactions.createTransactionHandler().createAndAccept(transaction -> {
            store.update(mixed, read, row -> row.setQuantity(9));
            transaction.commit();
        });
        assertThat(number("SELECT quantity FROM mixed WHERE id = " + id)).isEqualTo(9);
    }

    private List<Integer> inTransaction() {
        return app.getOrThrow(TransactionComponent.class)
                .createTransactionHandler()
                .createAndApply(transaction -> {
                    store.update(mixed, read(), row -> row.setQuantity(5));
                    List<Integer> seen = mixed.stream()
                            .filter(Mixed.ID.equal(id))
                            .map(Mixed::getQuantity)
                            .toList();
                    transaction.rollback();
                    return seen;
                });
    }

    @Test
    void streamInTransactionFollowsTheSetting() throws SQLException {
        assertThat(inTransaction()).containsExactly(1);

        stop();
        start(InTransaction.SQL);
        assertThat(inTransaction()).containsExactly(5);
        assertThat(read().getQuantity()).isEqualTo(1);

        stop();
        start(InTransaction.FAIL);
        assertThatThrownBy(this::inTransaction)
                .isInstanceOf(TransactionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inTransaction(InTransaction.SQL)");
        assertThat(read().getQuantity()).isEqualTo(1);
    }
}
