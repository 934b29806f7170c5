package org.speedwell.accelerator.classes;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InTransaction;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.accelerator.source.LoadConfiguration;

/** A factory of stores for some classes of one database. For one thread. */
public final class ClassStores {
    /** The name of the database in the identifiers of tables. There is one, because all tables have the same source. */
    private static final String DATABASE = "database";

    private final DataSourceConnections connections;
    private final List<ClassMapping<?>> mappings = new ArrayList<>();
    private @Nullable String schema;

    /** Creates a factory without classes. */
    public ClassStores(DataSourceConnections connections) {
        this.connections = requireNonNull(connections);
    }

    /** Adds a table. */
    public void add(ClassMapping<?> mapping) {
        mappings.add(requireNonNull(mapping));
    }

    /** Sets the schema of tables whose mapping names none. */
    public void setSchema(String name) {
        schema = requireNonNull(name);
    }

    /** Creates a store without a version: see {@link MemoryStore.Builder#create(StoreConfiguration)}. */
    public MemoryStore create(StoreConfiguration configuration) {
        return started(configuration, _ -> {});
    }

    /** Creates a store and loads its tables: see {@link MemoryStore.Builder#open()}. */
    public MemoryStore load(StoreConfiguration configuration, LoadConfiguration how) {
        return started(configuration, store -> store.load(how));
    }

    /** Creates a store and opens a file: see {@link MemoryStore.Builder#open(Path, OpenMode)}. */
    public MemoryStore open(StoreConfiguration configuration, Path file, OpenMode mode) {
        return started(configuration, store -> store.open(file, mode));
    }

    private interface Start {
        void of(MemoryStore store);
    }

    private MemoryStore started(StoreConfiguration configuration, Start start) {
        requireMemoryOnly(configuration);
        ClassStore store = new ClassStore(configuration, models(), connections);
        try {
            start.of(store);
            return store;
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    /** Checks that no setting sends streams to the database: only Speedment can run them there. */
    private static void requireMemoryOnly(StoreConfiguration configuration) {
        require(configuration.storeNotLoaded(), "storeNotLoaded");
        require(configuration.columnNotLoaded(), "columnNotLoaded");
        require(configuration.tableNotLoaded(), "tableNotLoaded");
        require(configuration.tooOld(), "maxAge");
        if (configuration.inTransaction() == InTransaction.SQL) {
            throw refused("inTransaction", "Set it to InTransaction.MEMORY.");
        }
    }

    private static void require(NotLoaded setting, String name) {
        if (setting == NotLoaded.SQL) {
            throw refused(name, "Set it to NotLoaded.FAIL.");
        }
    }

    private static IllegalArgumentException refused(String setting, String remedy) {
        return new IllegalArgumentException("The setting " + setting
                + " sends streams to the database, which only an application of Speedment can do. " + remedy);
    }

    private EntityModels models() {
        if (mappings.isEmpty()) {
            throw new IllegalArgumentException("The store has no tables. Add classes with table(Film.class).");
        }
        try (Connection connection = connections.loadConnection()) {
            String own = connection.getCatalog();
            if (schema != null) {
                connection.setCatalog(schema);
            }
            try {
                return EntityModels.of(mappings, connection, DATABASE, ClassStores::column);
            } finally {
                connection.setCatalog(own); // the pool may lend the connection to others
            }
        } catch (SQLException e) {
            throw new DataStoreException("The tables cannot be read from the database: " + e.getMessage(), e);
        }
    }

    private static ColumnId column(TableId<?> table, String name) {
        return SpeedmentIds.of(SpeedmentIds.identifier(table).asColumnIdentifier(name));
    }
}
