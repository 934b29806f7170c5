package org.speedwell.bench.tpch;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Tpch;
import org.speedwell.tpch.TpchApplicationBuilder;

/**
 * The snapshot files of Speedwell, which stay between runs. One load of the database creates both: one of Speedment's
 * tables, and one of the records. Later runs copy a file into memory, which equals a fresh load.
 *
 * @param data the folder of the files
 */
record SavedTpch(double scale, Path data, Progress progress) {
    private static final String SCHEMA = "speedwell_tpch";

    /** The scale of the rows from whose tables the store of records reads the schema. */
    private static final double SMALL = 0.01;

    /**
     * The options of the embedded server. It only serves a load, so it writes no binlog and no double-write buffer.
     */
    private static final List<String> FOR_A_LOAD = List.of(
            "--skip-log-bin",
            "--innodb-buffer-pool-size=1G",
            "--innodb-log-file-size=1G",
            "--innodb-doublewrite=0",
            "--innodb-flush-log-at-trx-commit=0");

    /** Returns Speedment's application with all tables in memory. */
    Speedment application() {
        Speedment app = quiet(new TpchApplicationBuilder().withPassword("").withSkipCheckDatabaseConnectivity());
        opened(
                fieldsFile(),
                file -> app.getOrThrow(DataStoreComponent.class)
                        .open(file, OpenMode.COPIED)
                        .join());
        return app;
    }

    /** Returns the store of the records with all tables in memory. */
    MemoryStore store() {
        MemoryStore[] store = new MemoryStore[1];
        opened(recordsFile(), file -> {
            try (Database database = database()) {
                Tpch.scale(SMALL).loadIfAbsent(database, SCHEMA, Progress.none());
                store[0] = builder(database).open(file, OpenMode.COPIED);
            } catch (SQLException e) {
                throw new IllegalStateException("TPC-H cannot be loaded: " + e.getMessage(), e);
            }
        });
        return store[0];
    }

    private Path fieldsFile() {
        return data.resolve("tpch-" + scale + ".speedwell");
    }

    private Path recordsFile() {
        return data.resolve("tpch-records-" + scale + ".speedwell");
    }

    private interface Opening {
        void open(Path file);
    }

    /** Opens a file. Creates the files first if there is none, or if it cannot be opened. */
    private void opened(Path file, Opening opening) {
        if (Files.exists(file)) {
            try {
                opening.open(file);
                return;
            } catch (DataStoreException e) {
                System.out.println("The benchmark reloads, because it cannot open its snapshot: " + e.getMessage());
            }
        }
        save();
        opening.open(file);
    }

    private void save() {
        try (Database database = database()) {
            Files.createDirectories(data.toAbsolutePath());
            Tpch.scale(scale).loadIfAbsent(database, SCHEMA, progress);
            Speedment app = quiet(new TpchApplicationBuilder()
                    .withConnectionUrl(database.url(SCHEMA))
                    .withUsername(database.user())
                    .withPassword(database.password())
                    .withSchema(SCHEMA));
            try {
                DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
                store.load();
                store.save(fieldsFile());
            } finally {
                app.stop();
            }
            try (MemoryStore store = builder(database).open()) {
                store.save(recordsFile());
            }
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP DATABASE " + SCHEMA);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("TPC-H cannot be loaded: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("TPC-H cannot be loaded: " + e.getMessage(), e);
        }
    }

    private Database database() {
        return BenchDatabase.open(data.resolve("mariadb-tpch"), FOR_A_LOAD);
    }

    private static MemoryStore.Builder builder(Database database) {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(database.url(SCHEMA));
        dataSource.setUser(database.user());
        dataSource.setPassword(database.password());
        return MemoryStore.builder(dataSource).tables(TpchRecords.all().toArray(Class<?>[]::new));
    }

    private static Speedment quiet(TpchApplicationBuilder builder) {
        return builder.withSkipLogoPrintout().withBundle(InMemoryBundle.class).build();
    }
}
