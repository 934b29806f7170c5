package org.speedwell.accelerator.classes;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InTransaction;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.UnreachableException;
import org.speedwell.accelerator.entity.EntityModels;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.file.CatalogueFormat;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.accelerator.source.LoadConfiguration;

/** A factory of stores for some classes of one database. For one thread. */
public final class ClassStores {
    private static final System.Logger LOG = System.getLogger(ClassStores.class.getName());

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

    /**
     * Creates a store without a version: see {@link MemoryStore.Builder#create(StoreConfiguration, Path)}.
     *
     * @param file a file that describes the tables while the database cannot be reached; null if there is none
     */
    public MemoryStore create(StoreConfiguration configuration, @Nullable Path file) {
        return store(configuration, file);
    }

    /** Creates a store and loads its tables: see {@link MemoryStore.Builder#open()}. */
    public MemoryStore load(StoreConfiguration configuration, LoadConfiguration how) {
        return started(store(configuration, null), store -> store.load(how));
    }

    /** Creates a store and opens a file: see {@link MemoryStore.Builder#open(Path, OpenMode)}. */
    public MemoryStore open(StoreConfiguration configuration, Path file, OpenMode mode) {
        return started(store(configuration, file), store -> store.open(file, mode));
    }

    private static MemoryStore started(MemoryStore store, Consumer<MemoryStore> start) {
        try {
            start.accept(store);
            return store;
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    private ClassStore store(StoreConfiguration configuration, @Nullable Path file) {
        requireMemoryOnly(configuration);
        if (mappings.isEmpty()) {
            throw new IllegalArgumentException("The store has no tables. Add classes with table(Film.class).");
        }
        Tables tables = new Tables(List.copyOf(mappings), schema);
        try (Connection connection = connection()) {
            return new ClassStore(configuration, tables.models(connection), new ClassAccess(connections, null));
        } catch (SQLException e) {
            String problem = "The tables cannot be read from the database: " + e.getMessage();
            if (file == null || !(UnreachableException.of(problem, e) instanceof UnreachableException)) {
                throw new DataStoreException(problem, e);
            }
            EntityModels models = tables.models(described(file, problem));
            ClassAccess access = new ClassAccess(
                    connections, connection -> tables.models(connection).requireSameTables(models));
            return new ClassStore(configuration, models, access);
        }
    }

    private Connection connection() throws SQLException {
        try {
            return connections.loadConnection();
        } catch (RuntimeException e) { // a pool may start at the first request
            throw new SQLException(e.getMessage(), e);
        }
    }

    private static Catalogue described(Path file, String problem) {
        Catalogue catalogue;
        try {
            catalogue = CatalogueFormat.read(file);
        } catch (LoadException e) {
            throw new DataStoreException(problem + " " + e.getMessage(), e);
        }
        if (catalogue.equals(Catalogue.NONE)) {
            throw new DataStoreException(problem + " The snapshot " + file
                    + " does not describe them, because an earlier version of Speedwell"
                    + " saved it. Start once while the database is reachable, and save it again.");
        }
        LOG.log(
                System.Logger.Level.WARNING,
                () -> problem + " The classes are compared with the tables in " + file
                        + ", and with the database when it answers.");
        return catalogue;
    }

    /**
     * The classes of a store.
     *
     * @param schema the schema of tables whose mapping names none; null for the schema of the connection
     */
    private record Tables(
            List<ClassMapping<?>> mappings, @Nullable String schema) {
        EntityModels models(Connection connection) throws SQLException {
            return models(Catalogue.of(
                    connection,
                    mappings.stream()
                            .map(mapping -> mapping.schema().or(() -> Optional.ofNullable(schema)))
                            .toList()));
        }

        EntityModels models(Catalogue catalogue) {
            return EntityModels.of(
                    mappings,
                    new Catalogue(requireNonNullElse(schema, catalogue.schema()), catalogue.tables()),
                    DATABASE,
                    ClassStores::column);
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

    private static ColumnId column(TableId<?> table, String name) {
        return SpeedmentIds.of(SpeedmentIds.identifier(table).asColumnIdentifier(name));
    }
}
