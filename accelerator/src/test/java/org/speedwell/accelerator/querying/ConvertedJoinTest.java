package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple2OfNullables;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.torture.AllNull;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/** Verifies joins on columns that the model reads as a class with less precision than the database type. */
@Tag("oracle")
@Tag("database")
class ConvertedJoinTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private TortureDatabase database;
    private Speedment app;
    private DataStoreComponent store;

    @BeforeEach
    void load() throws SQLException {
        database = new TortureDatabase("speedwell_test_converted_join");
        database.execute(
                "DELETE FROM mixed WHERE id NOT IN (SELECT * FROM (SELECT id FROM mixed ORDER BY id LIMIT 3) AS kept)",
                "ALTER TABLE mixed MODIFY born DATETIME DEFAULT NULL, MODIFY quantity DECIMAL(10, 2) NOT NULL",
                "UPDATE mixed SET born = '2020-01-01 10:00:00', quantity = 7.25",
                "UPDATE mixed SET born = '2020-01-01', quantity = 7 ORDER BY id LIMIT 1",
                "UPDATE all_null SET day = '2020-01-01', number = 7 ORDER BY id LIMIT 2");
        app = database.inMemory(
                StoreConfiguration.builder().fallback(Fallback.SILENT).build());
        store = app.getOrThrow(DataStoreComponent.class);
        store.load();
    }

    @AfterEach
    void stop() throws SQLException {
        app.stop();
        database.close();
    }

    @Test
    void databaseJoinsColumnsThatJavaReadsAsACoarserClass() throws SQLException {
        assertJoinedByDatabase(byDay(), "a.day = m.born", "born");
        assertJoinedByDatabase(byNumber(), "a.number = m.quantity", "quantity");
    }

    @Test
    void databaseJoinsEnumsWhoseCollationEquatesLetters() throws SQLException {
        String roman = " CHARACTER SET utf8mb4 COLLATE utf8mb4_roman_ci";
        database.execute(
                "ALTER TABLE mixed MODIFY kind ENUM ('small', 'medium', 'large')" + roman + " NOT NULL",
                "ALTER TABLE all_null MODIFY kind ENUM ('small', 'large')" + roman,
                "UPDATE mixed SET kind = 'small'",
                "UPDATE all_null SET kind = 'small'");
        store.load();

        assertJoinedByDatabase(
                joins().from(MixedManager.IDENTIFIER)
                        .innerJoinOn(AllNull.KIND)
                        .equal(Mixed.KIND)
                        .build(TuplesOfNullables::ofNullables),
                "a.kind = m.kind",
                "kind");
    }

    @Test
    void textsWithABinaryCollationAreJoinedInMemory() throws SQLException {
        String binary = " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
        database.execute(
                "ALTER TABLE mixed MODIFY name VARCHAR(40)" + binary + " NOT NULL",
                "ALTER TABLE all_null MODIFY name VARCHAR(20)" + binary,
                "UPDATE mixed SET name = 'one'",
                "UPDATE mixed SET name = 'One' ORDER BY id LIMIT 1",
                "UPDATE all_null SET name = 'One' ORDER BY id LIMIT 2");
        store.load();
        Join<Tuple2OfNullables<Mixed, AllNull>> byName = joins().from(MixedManager.IDENTIFIER)
                .innerJoinOn(AllNull.NAME)
                .equal(Mixed.NAME)
                .build(TuplesOfNullables::ofNullables);

        assertThat(store.explain(byName, Stream::count)).isNotNull();
        assertThat(byName.stream().map(ConvertedJoinTest::ids))
                .containsExactlyInAnyOrderElementsOf(sql("a.name = m.name"))
                .hasSize(2);
        database.execute("UPDATE all_null SET name = 'one ' ORDER BY id DESC LIMIT 1");
        store.load();
        assertThatThrownBy(() -> store.explain(byName, Stream::count)).hasMessageContaining("collations");
        assertThat(byName.stream().map(ConvertedJoinTest::ids))
                .containsExactlyInAnyOrderElementsOf(sql("a.name = m.name"))
                .hasSize(4);
    }

    @Test
    void databaseJoinsTextsUnderAnyOtherCollation() throws SQLException {
        assertJoinedByDatabase(
                joins().from(MixedManager.IDENTIFIER)
                        .innerJoinOn(AllNull.NAME)
                        .equal(Mixed.NAME)
                        .build(TuplesOfNullables::ofNullables),
                "a.name = m.name",
                "name");
    }

    @Test
    void fileRecordsColumnsThatTheDatabaseJoins() throws SQLException {
        Path file = folder.resolve("all.snapshot");
        store.save(file);
        store.open(file).join();

        assertJoinedByDatabase(byDay(), "a.day = m.born", "born");
    }

    @Test
    void exactlyReadColumnsAreJoinedInMemory() {
        Join<?> ids = joins().from(MixedManager.IDENTIFIER)
                .innerJoinOn(AllNull.BIG)
                .equal(Mixed.ID)
                .build();

        assertThat(store.explain(ids, Stream::count)).isNotNull();
    }

    private void assertJoinedByDatabase(Join<Tuple2OfNullables<Mixed, AllNull>> join, String condition, String column)
            throws SQLException {
        assertThat(join.stream().map(ConvertedJoinTest::ids)).containsExactlyInAnyOrderElementsOf(sql(condition));
        assertThatThrownBy(() -> store.explain(join, Stream::count))
                .hasMessageContaining("The database runs the join of")
                .hasMessageContaining("compares column " + column + " by other rules than Java");
    }

    private JoinComponent joins() {
        return app.getOrThrow(JoinComponent.class);
    }

    private Join<Tuple2OfNullables<Mixed, AllNull>> byDay() {
        return joins().from(MixedManager.IDENTIFIER)
                .innerJoinOn(AllNull.DAY)
                .equal(Mixed.BORN)
                .build(TuplesOfNullables::ofNullables);
    }

    private Join<Tuple2OfNullables<Mixed, AllNull>> byNumber() {
        return joins().from(MixedManager.IDENTIFIER)
                .innerJoinOn(AllNull.NUMBER)
                .equal(Mixed.QUANTITY)
                .build(TuplesOfNullables::ofNullables);
    }

    private static String ids(Tuple2OfNullables<Mixed, AllNull> pair) {
        return pair.get0().orElseThrow().getId() + ","
                + pair.get1().orElseThrow().getId();
    }

    private List<String> sql(String condition) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT m.id, a.id FROM mixed m" + " JOIN all_null a ON " + condition)) {
            List<String> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getString(1) + "," + rows.getString(2));
            }
            return ids;
        }
    }
}
