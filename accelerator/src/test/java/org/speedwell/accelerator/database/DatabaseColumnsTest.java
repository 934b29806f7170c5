package org.speedwell.accelerator.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.TortureDatabase;

/** What a load asks of the database's catalogue. */
@Tag("database")
class DatabaseColumnsTest {
    /** MariaDB makes a table for each view that it looks into, and has a hundred views of its own. */
    @Test
    void otherSchemasAreNotLookedAt() throws SQLException {
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
