package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.manager.Manager;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.SnapshotView;

/** DuckDB reads tables of every type through Arrow's C stream interface. It sees the values of the streams. */
@Tag("oracle")
@Tag("database")
class DuckDbTortureTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_129L);
    private static final int ROUNDS = 4;
    private static final int CHANGES = 60;

    /** DuckDB has no decimals of more than 38 digits. */
    private static final List<String> TOO_LONG = List.of("widest", "opt_widest", "vast_whole", "opt_vast_whole");

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path folder;

    @Test
    void everyValueEqualsThatOfTheStream() throws Exception {
        try (TortureTables tables = new TortureTables("speedwell_test_arrow");
                Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            int live = CData.live();
            for (int round = 0; round < ROUNDS; round++) {
                SnapshotView version = tables.store().snapshot();
                for (Manager<?> manager : tables.managers()) {
                    for (int size : new int[] {64, ArrowTable.BATCH}) {
                        assertSame(version, manager, duck, size, "seed " + SEED + ", round " + round);
                    }
                }
                tables.change(SEED + round, CHANGES);
            }
            assertThat(CData.live()).isEqualTo(live);
            assertThat(CStream.live()).isZero();
        }
    }

    private void assertSame(SnapshotView version, Manager<?> manager, Connection duck, int size, String description)
            throws SQLException, IOException {
        String name = manager.getTableIdentifier().getTableId();
        List<Map<String, String>> expected = Values.rows(version, manager);
        String[] columns = ArrowTable.of(version, manager).columns().stream()
                .filter(column -> !TOO_LONG.contains(column))
                .toArray(String[]::new);
        expected.forEach(row -> row.keySet().removeAll(TOO_LONG));
        ArrowTable table = ArrowTable.of(version, manager, columns).inBatchesOf(size);
        for (ArrowTable shown : List.of(table, table.withoutDictionaries())) {
            if (size == ArrowTable.BATCH && shown.equals(table)) {
                Path file = folder.resolve(name + ".parquet");
                DuckDb.writeParquet(shown, file);
                assertRows(rows(duck, "FROM '" + file + "'"), expected, description + ", file of table " + name);
            }
            DuckDb.register(duck, name, shown);
            assertRows(rows(duck, "SELECT * FROM \"" + name + "\""), expected, description + ", table " + name);
        }
    }

    private static void assertRows(
            List<Map<String, String>> actual, List<Map<String, String>> expected, String description) {
        for (int row = 0; row < Math.min(actual.size(), expected.size()); row++) {
            assertThat(actual.get(row)).as(description + ", row " + row).isEqualTo(expected.get(row));
        }
        assertThat(actual).as(description).hasSameSizeAs(expected);
    }

    static List<Map<String, String>> rows(Connection duck, String sql) throws SQLException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (Statement statement = duck.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.put(result.getMetaData().getColumnName(column), Values.text(result.getObject(column)));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
