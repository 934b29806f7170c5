package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TextKeys;
import org.speedwell.torture.TextKeysManager;

/** Verifies that parts of tables follow the database: all parts together have the rows of the whole table. */
@Tag("oracle")
@Tag("database")
@Timeout(600)
class PartFollowTest {
    private static final int CHANGES = Integer.getInteger("speedwell.followedChanges", 240);
    private static final int BETWEEN = 20;
    private static final int PARTS = 3;
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128L);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final List<Speedment> parts = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"id", "opt_age", "nickname", "quantity"})
    void partsTogetherEqualTheTable(String key) throws Exception {
        Field<Mixed> field = List.<Field<Mixed>>of(Mixed.ID, Mixed.OPT_AGE, Mixed.NICKNAME, Mixed.QUANTITY).stream()
                .filter(one -> one.identifier().getColumnId().equals(key))
                .findFirst()
                .orElseThrow();
        try (TortureDatabase database = new TortureDatabase("speedwell_test_follow_parts");
                Connection connection = database.connect()) {
            Speedment whole = database.followed();
            for (int number = 0; number < PARTS; number++) {
                Speedment part = database.inMemory(StoreConfiguration.builder()
                        .badValue(BadValue.NULL)
                        .follow()
                        .build());
                parts.add(part);
                store(part)
                        .load(LoadConfiguration.builder()
                                .part(field, number, PARTS)
                                .part(TextKeys.CODE, number, PARTS)
                                .build());
            }
            TortureDatabase.change(connection, SEED, CHANGES, BETWEEN, sql -> {
                await(whole, connection);
                for (Speedment part : parts) {
                    await(part, connection);
                }
                assertSame(whole, MixedManager.class, sql);
                assertSame(whole, TextKeysManager.class, sql);
            });
            whole.stop();
        } finally {
            parts.forEach(Speedment::stop);
        }
    }

    @Test
    void rowsThatAForeignKeyMovesAreInTheirNewPart() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_follow_moved")) {
            Speedment whole = sakila.start();
            String url = sakila.database().url(sakila.schema());
            for (int number = 0; number < PARTS; number++) {
                Speedment part = sakila.builder(
                        url, StoreConfiguration.builder().follow().build());
                parts.add(part);
                store(part)
                        .load(LoadConfiguration.builder()
                                .part(Rental.CUSTOMER_ID, number, PARTS)
                                .part(Payment.CUSTOMER_ID, number, PARTS)
                                .build());
            }
            try (Connection connection = sakila.connect();
                    Statement statement = connection.createStatement()) {
                for (String sql : List.of(
                        "UPDATE customer SET customer_id = 9001 WHERE customer_id = 7",
                        "UPDATE payment SET amount = amount + 1 WHERE customer_id = 9001",
                        "UPDATE rental SET customer_id = customer_id + 1 WHERE customer_id BETWEEN 20 AND 40",
                        "DELETE FROM rental WHERE rental_id BETWEEN 100 AND 140")) {
                    statement.execute(sql);
                    await(whole, connection);
                    for (Speedment part : parts) {
                        await(part, connection);
                    }
                    assertSame(whole, RentalManager.class, sql);
                    assertSame(whole, PaymentManager.class, sql);
                }
            }
        } finally {
            parts.forEach(Speedment::stop);
        }
    }

    @Test
    void periodicVerificationOfAPartIsRefused() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_follow_part_verified")) {
            Speedment part = database.inMemory();
            parts.add(part);
            store(part)
                    .load(LoadConfiguration.builder().part(Mixed.ID, 1, PARTS).build());

            assertThatThrownBy(() -> store(part)
                            .follow(FollowConfiguration.builder()
                                    .verifyEvery(Duration.ofHours(1))
                                    .build()))
                    .isInstanceOf(DataStoreException.class)
                    .hasMessage("Parts of tables cannot be compared with the database: torture.mixed, part 2 of 3."
                            + " Remove verifyEvery from the FollowConfiguration.");
        } finally {
            parts.forEach(Speedment::stop);
        }
    }

    private static DataStoreComponent store(Speedment application) {
        return application.getOrThrow(DataStoreComponent.class);
    }

    private static void await(Speedment application, Connection connection) throws InterruptedException {
        assertThat(store(application).await(connection, LONG))
                .as(() -> "seed " + SEED + ": " + store(application).followStatus())
                .isTrue();
    }

    private <E, M extends Manager<E>> void assertSame(Speedment whole, Class<M> table, String last) {
        List<E> together =
                parts.stream().flatMap(part -> part.getOrThrow(table).stream()).toList();
        assertThat(together)
                .as("seed %d, after %s", SEED, last)
                .containsExactlyInAnyOrderElementsOf(
                        whole.getOrThrow(table).stream().toList());
    }
}
