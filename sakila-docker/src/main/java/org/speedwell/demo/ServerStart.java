package org.speedwell.demo;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.schema.Database;
import org.speedwell.schema.DatabaseException;

/** Patience with a server that is just starting, as one in a container is. */
final class ServerStart {
    private static final long PAUSE = 500;

    private ServerStart() {}

    /**
     * Asks for the database until it answers. A server that answers and refuses is not asked twice.
     *
     * @param seconds how long to go on
     * @throws DatabaseException the last one, when the time is over
     */
    static Database await(Supplier<Database> database, int seconds, Consumer<String> out) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean told = false;
        while (true) {
            try {
                return database.get();
            } catch (DatabaseException e) {
                if (!isSilence(e) || System.nanoTime() - end >= 0) {
                    throw e;
                }
                if (!told) {
                    out.accept("Waiting for the database to answer, for up to " + seconds + " s ...");
                    told = true;
                }
                pause();
            }
        }
    }

    /** Whether nobody answered: a connection exception, in the terms of SQL's states. */
    private static boolean isSilence(DatabaseException e) {
        return e.getCause() instanceof SQLException cause
                && cause.getSQLState() != null
                && cause.getSQLState().startsWith("08");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoException("Interrupted while waiting for the database.", e);
        }
    }
}
