package org.speedwell.demo;

import java.sql.Connection;
import java.sql.SQLException;
import org.speedwell.schema.Database;
import org.speedwell.schema.DatabaseException;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Sees to it that a database has a schema Sakila. */
final class SakilaRows {
    /** Smaller tables are there before anyone could read a bar. */
    private static final int WORTH_A_BAR = 5_000;

    private SakilaRows() {}

    /**
     * Loads the rows, unless they are there, or somebody else's are: those are used as they are.
     *
     * @param anew loads them even if they are there
     */
    static void provide(Database database, int scale, boolean anew, Terminal terminal) {
        Sakila sakila = Sakila.scale(scale);
        try {
            if (!anew && isLoaded(database, sakila)) {
                terminal.line("Sakila at scale " + scale + " is loaded already.");
                return;
            }
            terminal.line("Loading Sakila at scale " + scale + " into the database ...");
            sakila.load(database, forLargeTables(Progress.console(terminal.width(), terminal.unicode())));
        } catch (DatabaseException e) {
            // the loader's way to say that the schema holds tables which it did not make
            if (anew) {
                throw e;
            }
            terminal.line(
                    "The schema " + Sakila.SCHEMA + " there is not of this demo's making. It is only read, as it is");
            terminal.line("(whatever --scale says).");
        } catch (SQLException e) {
            throw new DemoException(
                    "Sakila could not be loaded into " + database + ": " + e.getMessage()
                            + ". Nothing but a schema of this demo's own has been touched; the next start begins again.",
                    e);
        }
    }

    private static boolean isLoaded(Database database, Sakila sakila) throws SQLException {
        try (Connection connection = database.connect()) {
            return sakila.isLoaded(connection, Sakila.SCHEMA);
        }
    }

    private static Progress forLargeTables(Progress progress) {
        return (name, rows) -> (rows < WORTH_A_BAR ? Progress.none() : progress).start(name, rows);
    }
}
