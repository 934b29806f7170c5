package org.speedwell.demo.shop;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.schema.Database;
import org.speedwell.schema.DatabaseException;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.schema.SakilaArchive;

/**
 * The rows that the demo needs in the schema Sakila of a database.
 *
 * @param scale the number of rows as a multiple of the public Sakila
 * @param archive the file of the public Sakila to load; null for generated rows
 * @param reload true to load the rows even if they are there
 */
public record SakilaRows(int scale, @Nullable SakilaArchive archive, boolean reload) {
    /** The minimum number of rows for a progress bar. Smaller tables load too quickly for one. */
    private static final int WORTH_A_BAR = 5_000;

    /**
     * Loads the rows, unless they are there. If the schema contains tables that the demo did not create, the demo uses
     * them unchanged.
     *
     * @return whether the rows are the demo's own, so that it may write to the schema
     * @throws DemoException if the rows cannot be loaded
     */
    public boolean provide(Database database, Progress progress, Consumer<String> out) {
        try {
            if (!reload && isLoaded(database)) {
                out.accept(this + " is loaded already.");
                return true;
            }
            out.accept("Loading " + this + " into the database ...");
            Progress bars = forLargeTables(progress);
            if (archive == null) {
                Sakila.scale(scale).load(database, bars);
            } else {
                archive.load(database, bars);
            }
            return true;
        } catch (DatabaseException e) {
            // the loader throws this if the schema contains tables that it did not create
            if (reload || archive != null) {
                throw e;
            }
            out.accept(
                    "The demo did not create the schema " + Sakila.SCHEMA + " of this server. It only reads it, and");
            out.accept("ignores --scale.");
            return false;
        } catch (SQLException e) {
            throw new DemoException(
                    "Cannot load Sakila into " + database + ": " + e.getMessage()
                            + ". The demo has changed only its own schema. The next start repeats the load.",
                    e);
        }
    }

    private boolean isLoaded(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            return archive == null
                    ? Sakila.scale(scale).isLoaded(connection, Sakila.SCHEMA)
                    : archive.isLoaded(connection);
        }
    }

    private static Progress forLargeTables(Progress progress) {
        return (name, rows) -> (rows < WORTH_A_BAR ? Progress.none() : progress).start(name, rows);
    }

    @Override
    public String toString() {
        return archive == null ? "Sakila at scale " + scale : "Sakila from " + archive;
    }
}
