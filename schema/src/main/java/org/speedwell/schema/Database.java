package org.speedwell.schema;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * A running database server: an embedded MariaDB of our own, or any MySQL 8, MySQL 9 or MariaDB by URL.
 *
 * <p>Every way to get one either answers to a login or throws a {@link DatabaseException} that says what to do.
 * Instances may be shared between threads.
 *
 * {@snippet :
 * try (Database database = Database.embedded()) {
 *     Sakila.scale(1).load(database, "sakila", Progress.none());
 *     try (Connection connection = database.connect("sakila")) {
 *         System.out.println(connection.getMetaData().getURL());
 *     }
 * }
 * }
 */
public interface Database extends AutoCloseable {

    /**
     * Starts an embedded MariaDB with no schema in it, on a free port of the loopback interface. It follows the JVM:
     * {@link #close()}, or the end of the JVM, stops it and deletes its data.
     *
     * <p>The binaries are unpacked once, into {@link #cache()}.
     *
     * @throws DatabaseException if this platform has no embedded database, or if it does not start
     */
    static Database embedded() {
        return EmbeddedDatabase.startFresh(Folders.cache());
    }

    /**
     * Starts an embedded MariaDB on the data kept in a directory, which is made if there is none. {@link #close()}, or
     * the end of the JVM, stops the server and leaves the data for the next start.
     *
     * @param dir the directory, for one JVM at a time
     * @throws DatabaseException if another JVM uses the directory, if this platform has no embedded database, or if it
     *     does not start
     */
    static Database embedded(Path dir) {
        return embedded(dir, List.of());
    }

    /**
     * As {@link #embedded(Path)}, with further options of the server, such as {@code --log-slave-updates}; they win over
     * those that it has by itself.
     */
    static Database embedded(Path dir, List<String> options) {
        return EmbeddedDatabase.startKept(Folders.cache(), dir, options);
    }

    /**
     * A running server. Closing it does nothing: whoever started the server stops it.
     *
     * @param url {@code jdbc:mysql://host[:port][/schema][?options]}, for MariaDB too; the schema is ignored, the
     *     options are kept. {@code allowPublicKeyRetrieval=true} is added unless given, because MySQL's default login
     *     asks for it whenever there is no TLS.
     * @throws DatabaseException if nothing answers there, if the server refuses the user, or if it is too old
     */
    static Database at(String url, String user, String password) {
        return RemoteDatabase.at(url, user, password);
    }

    /**
     * The database of a test run, the same one all through this JVM: the server at {@code SPEEDWELL_TEST_URL} (with
     * {@code SPEEDWELL_TEST_USER} and {@code SPEEDWELL_TEST_PASSWORD}) if the environment has it; else a MySQL in a
     * container of the image that the system property {@code speedwell.test.image} names, such as {@code mysql:8.4},
     * where there is a Docker engine that has the image; else one fresh embedded MariaDB. The first call prints
     * which, and why no container if one was asked for. Closing it does nothing; it stops with the JVM.
     *
     * @throws DatabaseException as {@link #at} and {@link #embedded()} do
     */
    static Database forTests() {
        return TestDatabase.get();
    }

    /**
     * The folder for what outlives a JVM: unpacked binaries, kept databases. {@code .cache/speedwell} below the user's
     * home, or what the environment's {@code SPEEDWELL_CACHE} or the system property {@code speedwell.cache} names.
     */
    static Path cache() {
        return Folders.cache();
    }

    /** Name or address of the server's machine. */
    String host();

    /** TCP port of the server. */
    int port();

    /** Login name. */
    String user();

    /** Password of {@link #user()}; the embedded database makes a new one at each start. */
    String password();

    /** Product and version, such as {@code "MySQL 9.7.4-2"} or {@code "MariaDB 11.4.5-MariaDB-log"}. */
    String version();

    /** Whether this is MariaDB and not MySQL. */
    default boolean isMariaDb() {
        return version().startsWith("MariaDB");
    }

    /** JDBC URL of a schema, for Connector/J, with every option that the login needs. The schema need not exist. */
    String url(String schema);

    /**
     * Opens a connection into a schema. The caller closes it.
     *
     * @throws SQLException as the driver throws it, for one if there is no such schema
     */
    default Connection connect(String schema) throws SQLException {
        return DriverManager.getConnection(url(schema), user(), password());
    }

    /**
     * Opens a connection into no schema. The caller closes it.
     *
     * @throws SQLException as the driver throws it
     */
    default Connection connect() throws SQLException {
        return connect("");
    }

    /** Stops the server if this object started it. Idempotent. */
    @Override
    void close();
}
