package org.speedwell.demo.web;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.Failures;
import org.speedwell.schema.Database;
import org.speedwell.schema.Sakila;

/** A watch that queries the database every second over TCP, as other clients do, and sends its state to the pages. */
final class DatabaseWatch implements AutoCloseable {
    private static final String OPTIONS = "&connectTimeout=2000&socketTimeout=2000";

    private final Database database;
    private final Broadcast broadcast;
    private final Ticker ticker = new Ticker("database watch", 1_000, this::look);
    private @Nullable Connection connection;
    private volatile State state;

    /**
     * The state of the database.
     *
     * @param name the name of the server for people
     * @param up true if the database answers
     * @param since the beginning of this state in milliseconds since 1970
     * @param trouble why the database does not answer; null if it does
     */
    record State(
            String name, boolean up, long since, @Nullable String trouble) {}

    DatabaseWatch(Database database, Broadcast broadcast) {
        this.database = database;
        this.broadcast = broadcast;
        state = new State(database.toString(), true, System.currentTimeMillis(), null);
        ticker.start();
    }

    State state() {
        return state;
    }

    private void look() {
        String trouble = ask();
        State before = state;
        boolean up = trouble == null;
        long since = up == before.up ? before.since : System.currentTimeMillis();
        state = new State(before.name, up, since, trouble);
        // sent every time: it detects disconnected pages, and shows the others that the server is alive
        broadcast.publish("database", state);
    }

    private @Nullable String ask() {
        try {
            Connection open = connection;
            if (open == null) {
                open = DriverManager.getConnection(
                        database.url(Sakila.SCHEMA) + OPTIONS, database.user(), database.password());
                connection = open;
            }
            try (Statement statement = open.createStatement();
                    ResultSet row = statement.executeQuery("SELECT title FROM film ORDER BY film_id LIMIT 1")) {
                return row.next() ? null : "The table film has no rows any more.";
            }
        } catch (SQLException e) {
            disconnect();
            return Failures.text(e);
        }
    }

    private void disconnect() {
        try (Connection broken = connection) {
            connection = null;
        } catch (SQLException e) {
            // the connection was broken already
        }
    }

    @Override
    public void close() {
        ticker.close();
        disconnect();
    }
}
