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

/** Asks the database for a row of Sakila every second, over TCP as everyone does, and tells the pages how it is. */
final class DatabaseWatch implements AutoCloseable {
    private static final String OPTIONS = "&connectTimeout=2000&socketTimeout=2000";

    private final Database database;
    private final Broadcast broadcast;
    private final Ticker ticker = new Ticker("database watch", 1_000, this::look);
    private @Nullable Connection connection;
    private volatile State state;

    /**
     * How the database is.
     *
     * @param name of the server, for a person
     * @param up whether it answers
     * @param since when that is so, in milliseconds since 1970
     * @param trouble why it does not answer
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
        // told each time: it shows pages that went away, and the others that the server lives
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
            // it was broken
        }
    }

    @Override
    public void close() {
        ticker.close();
        disconnect();
    }
}
