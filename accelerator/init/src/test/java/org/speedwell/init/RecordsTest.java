package org.speedwell.init;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.schema.Database;
import org.speedwell.schema.Hostile;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.schema.Torture;
import org.speedwell.schema.Tpch;

/** A store of written records has the rows that JDBC reads. */
@Tag("oracle")
@Tag("database")
class RecordsTest {
    @TempDir
    private Path folder;

    private final Database database = Database.forTests();

    @Test
    void rowsOfSakilaAreExact() throws Exception {
        String schema = "speedwell_test_records_sakila";
        Sakila.scale(1).load(database, schema, Progress.none());
        String said = compare(schema, 18, "--view=film_list=FID", "--view=sales_by_store");
        assertThat(said)
                .contains("film_actor      FilmActor           3  actor_id, film_id")
                .contains("film.rating, film_list.rating: an ENUM with values that are not names in Java");
    }

    @Test
    void everyTypeIsExact() throws Exception {
        String schema = "speedwell_test_records_torture";
        Torture.load(database, schema, Progress.none());
        compare(schema, 15);
    }

    @Test
    void hostileNamesAndRowsAreExact() throws Exception {
        String schema = "speedwell_test_records_hostile";
        Hostile.load(database, schema);
        compare(schema, 24);
    }

    @Test
    void rowsOfTpchAreExact() throws Exception {
        String schema = "speedwell_test_records_tpch";
        Tpch.scale(0.01).load(database, schema, Progress.none());
        assertThat(compare(schema, 8)).doesNotContain("jakarta");
    }

    private String compare(String schema, int tables, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "init",
                "--records",
                "--url=" + database.url(schema),
                "--user=" + database.user(),
                "--password=" + database.password(),
                "--package=com.example.shop",
                "--directory=" + folder));
        arguments.addAll(List.of(options));
        ShopSchema.Run run = ShopSchema.tool(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.said()).isZero();
        try (CompiledRecords records = CompiledRecords.of(folder);
                MemoryStore store = MemoryStore.builder(dataSource(database.url(schema)))
                        .tables(records.all().toArray(Class<?>[]::new))
                        .configure(settings -> settings.badValue(BadValue.NULL))
                        .open();
                Connection connection = database.connect()) {
            assertThat(records.all()).hasSize(tables);
            for (Class<?> type : records.all()) {
                assertThat(store.stream(type).map(JdbcRows::line).sorted().toList())
                        .as(type.getSimpleName())
                        .isEqualTo(new JdbcRows(connection, schema, type).lines());
            }
            connection.createStatement().execute("DROP DATABASE " + schema);
        }
        return run.said();
    }

    private DataSource dataSource(String url) {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(url);
        dataSource.setUser(database.user());
        dataSource.setPassword(database.password());
        return dataSource;
    }
}
