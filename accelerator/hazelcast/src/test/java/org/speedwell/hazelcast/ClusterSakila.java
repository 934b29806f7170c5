package org.speedwell.hazelcast;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** A Sakila schema that only this test uses, on the test server, and applications over it. Closing drops the schema. */
final class ClusterSakila implements AutoCloseable {
    private final Database database = Database.forTests();
    private final String schema;

    ClusterSakila(String schema) throws SQLException {
        this.schema = schema;
        Sakila.scale(1).load(database, schema, Progress.none());
    }

    static SakilaApplicationBuilder builder(String url, String user, String password, String schema) {
        return new SakilaApplicationBuilder()
                .withConnectionUrl(url)
                .withUsername(user)
                .withPassword(password)
                .withSchema(schema)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withParam("statistics.scheduler.enabled", "false") // Speedment would contact its server
                .withSkipLogoPrintout();
    }

    private SakilaApplicationBuilder builder() {
        return builder(database.url(schema), database.user(), database.password(), schema);
    }

    /** Builds an application that queries the database each time. */
    Speedment plain() {
        return builder().build();
    }

    Speedment inMemory() {
        return inMemory(StoreConfiguration.defaults());
    }

    /** Builds an application that has not loaded its tables. */
    Speedment inMemory(StoreConfiguration configuration) {
        return builder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .build();
    }

    /** Builds an application that reaches no database. */
    static Speedment withoutDatabase() {
        return builder("jdbc:mysql://127.0.0.1:1/sakila", "nobody", "none", "sakila")
                .withSkipCheckDatabaseConnectivity()
                .withBundle(InMemoryBundle.class)
                .build();
    }

    /** Returns the ids of all transactions that the server has committed. */
    String gtids(Connection connection) throws SQLException {
        String variable = database.isMariaDb() ? "gtid_binlog_pos" : "gtid_executed";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@" + variable)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Returns the connections of an application without Speedment. */
    DataSource dataSource() {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(database.url(schema));
        dataSource.setUser(database.user());
        dataSource.setPassword(database.password());
        return dataSource;
    }

    Connection connect() throws SQLException {
        return database.connect(schema);
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        execute("DROP DATABASE " + schema);
    }
}
