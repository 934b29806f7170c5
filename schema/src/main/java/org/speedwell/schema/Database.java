package org.speedwell.schema;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * A running database server: an embedded MariaDB, or a MySQL 8, MySQL 9 or MariaDB at a URL.
 *
 * <p>A factory method other than {@link #starting} either returns a server that accepts a login, or throws a
 * {@link DatabaseException} that says what to do. Thread-safe.
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
     * Starts an empty embedded MariaDB on a free port of the loopback interface. {@link #close()}, or the end of the
     * JVM, stops it and deletes its data.
     *
     * <p>The first start unpacks the binaries into {@link #cache()}.
     *
     * @throws DatabaseException if this platform has no embedded database, or if it does not start
     */
    static Database embedded() {
        return EmbeddedDatabase.startFresh(Folders.cache());
    }

    /**
     * Starts an embedded MariaDB on the data of a directory, and creates the directory if it is missing.
     * {@link #close()}, or the end of the JVM, stops the server. The data remains for the next start.
     *
     * @param dir the directory; only one JVM at a time may use it
     * @throws DatabaseException if another JVM uses the directory, if this platform has no embedded database, or if it
     *     does not start
     */
    static Database embedded(Path dir) {
        return embedded(dir, List.of());
    }

    /**
     * Starts an embedded MariaDB like {@link #embedded(Path)}, with more server options, such as
     * {@code --log-slave-updates}. They override the default options.
     */
    static Database embedded(Path dir, List<String> options) {
        Database database = EmbeddedDatabase.startKept(Folders.cache(), dir, options);
        database.version(); // waits for the login
        return database;
    }

    /**
     * Starts an embedded MariaDB like {@link #embedded(Path)}, but does not wait until it accepts a login.
     * {@link #version()}, {@link #connect(String)} and {@link #toString()} wait for that. All other methods answer
     * immediately, so that the caller can prepare its use of the database meanwhile.
     */
    static Database starting(Path dir) {
        return EmbeddedDatabase.startKept(Folders.cache(), dir, List.of());
    }

    /**
     * Returns a running server. {@link #close()} does nothing: the program that started the server stops it.
     *
     * @param url {@code jdbc:mysql://host[:port][/schema][?options]}, also for MariaDB. The method ignores the schema
     *     and keeps the options. It adds {@code allowPublicKeyRetrieval=true} if the option is missing, because MySQL's
     *     default login needs it without TLS.
     * @throws DatabaseException if no server answers, if the server rejects the user, or if the server is too old
     */
    static Database at(String url, String user, String password) {
        return RemoteDatabase.at(url, user, password);
    }

    /**
     * Returns the database of a test run. All calls in a JVM return the same one:
     * <ol>
     * <li>the server at {@code SPEEDWELL_TEST_URL}, with {@code SPEEDWELL_TEST_USER} and
     * {@code SPEEDWELL_TEST_PASSWORD}, if the environment has these variables;
     * <li>else a server in a container, if the system property {@code speedwell.test.image} names an image of MySQL,
     * Percona Server or MariaDB, such as {@code mysql:8.4}. A Docker engine must have the image;
     * <li>else one new embedded MariaDB.
     * </ol>
     *
     * <p>The first call prints the choice. {@link #close()} does nothing; the database stops with the JVM.
     *
     * @throws DatabaseException as {@link #at} and {@link #embedded()} do, or if a requested container cannot start
     */
    static Database forTests() {
        return TestDatabase.get();
    }

    /** Returns the options with which {@link #forTests()} starts the server of an image. */
    static List<String> testOptions(String image) {
        return TestContainer.options(image);
    }

    /**
     * Returns the folder of files that outlive a JVM: unpacked binaries and kept databases. The system property
     * {@code speedwell.cache} or the environment variable {@code SPEEDWELL_CACHE} sets it. The default is
     * {@code .cache/speedwell} below the user's home.
     */
    static Path cache() {
        return Folders.cache();
    }

    /** Returns the name or address of the server's machine. */
    String host();

    /** Returns the TCP port of the server. */
    int port();

    /** Returns the login name. */
    String user();

    /** Returns the password of {@link #user()}. The embedded database creates a new one at each start. */
    String password();

    /** Returns the product and version, such as {@code "MySQL 9.7.4-2"} or {@code "MariaDB 11.4.5-MariaDB-log"}. */
    String version();

    /** Returns whether the server is MariaDB and not MySQL. */
    default boolean isMariaDb() {
        return version().startsWith("MariaDB");
    }

    /**
     * Returns the JDBC URL of a schema for Connector/J, with every option that the login needs. The schema need not
     * exist.
     */
    String url(String schema);

    /**
     * Opens a connection to a schema. The caller closes it.
     *
     * @throws SQLException if the driver fails, for example because there is no such schema
     */
    default Connection connect(String schema) throws SQLException {
        return DriverManager.getConnection(url(schema), user(), password());
    }

    /**
     * Opens a connection without a schema. The caller closes it.
     *
     * @throws SQLException if the driver fails
     */
    default Connection connect() throws SQLException {
        return connect("");
    }

    /** Stops the server if this object started it. Idempotent. */
    @Override
    void close();
}
