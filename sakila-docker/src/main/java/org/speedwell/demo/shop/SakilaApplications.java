package org.speedwell.demo.shop;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.join.JoinBundle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.ColumnCollationsBundle;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** The same application twice: over SQL and from memory. {@link InMemoryBundle} makes the difference. */
public final class SakilaApplications implements AutoCloseable {
    private final Database database;
    private final String schema;
    private final Speedment sql;
    private final Speedment memory;
    private volatile @Nullable String replicationProblem;

    public SakilaApplications(Database database) {
        this(database, Sakila.SCHEMA);
    }

    /** Creates the applications for a Sakila in a schema with another name. */
    SakilaApplications(Database database, String schema) {
        this.database = database;
        this.schema = schema;
        // Speedment would report each use to its vendor and wait for the server at the end; InMemoryBundle prevents
        // that
        sql = builder()
                .withBundle(JoinBundle.class)
                .withBundle(ColumnCollationsBundle.class) // InMemoryBundle contains it too
                .withParam("statistics.scheduler.enabled", "false")
                .build();
        memory = builder().withBundle(InMemoryBundle.class).build();
    }

    private SakilaApplicationBuilder builder() {
        return new SakilaApplicationBuilder()
                // the timeouts give up on a silent server; a load receives data more often
                .withConnectionUrl(database.url(schema) + "&connectTimeout=5000&socketTimeout=60000")
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withSkipCheckDatabaseConnectivity() // the database may still be starting
                .withSkipLogoPrintout();
    }

    public Speedment sql() {
        return sql;
    }

    public Speedment memory() {
        return memory;
    }

    /**
     * Loads the tables into memory.
     *
     * @throws DemoException if the schema cannot be loaded
     */
    public DataStoreComponent load(Progress progress) {
        DataStoreComponent store = memory.getOrThrow(DataStoreComponent.class);
        try (LoadTask task = new LoadTask(progress, this::countRows)) {
            store.load(LoadConfiguration.builder().progress(task).build());
        } catch (DataStoreException e) {
            throw new DemoException(
                    "The schema " + schema + " of " + database
                            + " cannot be loaded into memory. If it is not the standard Sakila schema, name a server"
                            + " without it by --url, and the demo creates its own. The reason: " + e.getMessage(),
                    e);
        }
        return store;
    }

    /**
     * Makes memory follow the database after the load, if it does not already. Without a binlog or the necessary
     * grants, the demo continues without replication.
     */
    public void follow() {
        DataStoreComponent store = memory.getOrThrow(DataStoreComponent.class);
        try {
            store.follow();
            replicationProblem = null;
        } catch (DataStoreException e) {
            store.stopFollowing(); // otherwise each load would try again and fail
            replicationProblem = Failures.text(e);
        }
    }

    /** Returns why memory does not follow the database; null if it does. */
    public @Nullable String replicationProblem() {
        return replicationProblem;
    }

    /**
     * Returns the number of rows of all tables. Views do not count: they have no key, and the load does not read them.
     */
    private long countRows() {
        String sum = sql.getOrThrow(ManagerComponent.class).stream()
                .filter(manager -> manager.primaryKeyFields().findAny().isPresent())
                .map(manager ->
                        "(SELECT COUNT(*) FROM " + manager.getTableIdentifier().getTableId() + ")")
                .collect(Collectors.joining(" + ", "SELECT ", ""));
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sum)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new DemoException("Cannot count the rows of " + schema + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        memory.stop();
        sql.stop();
    }
}
