package org.speedwell.bench.tpch;

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
import org.speedwell.accelerator.OpenMode;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Tpch;
import org.speedwell.tpch.TpchApplicationBuilder;

/**
 * An engine that runs Speedwell with the defaults of {@code load()}: all columns and all indexes. It loads the tables
 * from a database once and saves a snapshot file. Later runs copy the file into memory, which equals a fresh load.
 */
final class MemoryTpch implements TpchPeer {
    private static final String SCHEMA = "speedwell_tpch";

    /**
     * The options of the embedded server. It only serves this load, so it writes no binlog and no double-write buffer.
     */
    private static final List<String> FOR_A_LOAD = List.of(
            "--skip-log-bin",
            "--innodb-buffer-pool-size=1G",
            "--innodb-log-file-size=1G",
            "--innodb-doublewrite=0",
            "--innodb-flush-log-at-trx-commit=0");

    private final Speedment app;
    private final TpchTables tables;

    private MemoryTpch(Speedment app, boolean parallel) {
        this.app = app;
        tables = new TpchTables(app, parallel);
    }

    static MemoryTpch open(double scale, boolean parallel, Path data, Progress progress) {
        Path file = data.resolve("tpch-" + scale + ".speedwell");
        Speedment app = quiet(new TpchApplicationBuilder().withPassword("").withSkipCheckDatabaseConnectivity());
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        if (Files.exists(file)) {
            try {
                store.open(file, OpenMode.COPIED).join();
                return new MemoryTpch(app, parallel);
            } catch (DataStoreException e) {
                System.out.println("The benchmark reloads, because it cannot open its snapshot: " + e.getMessage());
            }
        }
        save(scale, file, progress);
        store.open(file, OpenMode.COPIED).join();
        return new MemoryTpch(app, parallel);
    }

    private static void save(double scale, Path file, Progress progress) {
        Path folder = file.resolveSibling("mariadb-tpch");
        try (Database database = BenchDatabase.open(folder, FOR_A_LOAD)) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Tpch.scale(scale).loadIfAbsent(database, SCHEMA, progress);
            Speedment app = quiet(new TpchApplicationBuilder()
                    .withConnectionUrl(database.url(SCHEMA))
                    .withUsername(database.user())
                    .withPassword(database.password())
                    .withSchema(SCHEMA));
            try {
                DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
                store.load();
                store.save(file);
            } finally {
                app.stop();
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

    private static Speedment quiet(TpchApplicationBuilder builder) {
        return builder.withSkipLogoPrintout().withBundle(InMemoryBundle.class).build();
    }

    @Override
    public Object ask(TpchQuery query) {
        return query.ask(tables);
    }

    @Override
    public TpchAnswer answer(TpchQuery query) {
        return TpchAnswer.of(query.ask(tables));
    }

    @Override
    public void close() {
        app.stop();
    }
}
