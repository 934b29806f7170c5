package org.speedwell.accelerator.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.TortureDatabase;

/** Verifies the queries of a load to the catalogue of the database. */
@Tag("database")
class DatabaseColumnsTest {
    /**
     * Limits the temporary tables of a load. MariaDB creates one for each view that a query of the catalogue inspects,
     * and has about 100 views of its own.
     */
    @Test
    void otherSchemasAreNotRead() throws SQLException {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_catalogue");
                Connection connection = database.connect()) {
            long before = temporaryTables(connection);
            DatabaseColumns columns = DatabaseColumns.of(connection, database.schema(), _ -> true);
            assertThat(temporaryTables(connection) - before).isLessThan(20);
            assertThat(columns).isNotNull();
        }
    }

    private static long temporaryTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW SESSION STATUS LIKE 'Created_tmp_tables'")) {
            row.next();
            return row.getLong(2);
        }
    }
}
