package org.speedwell.demo;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.schema.Database;
import org.speedwell.schema.DatabaseException;

/** A wait for a server that is starting, such as one in a container. */
final class ServerStart {
    private static final long PAUSE = 500;

    private ServerStart() {}

    /**
     * Tries to open the database until the server answers. If the server answers with a refusal, the method does not
     * try again.
     *
     * @param seconds the time limit
     * @throws DatabaseException the last failure, after the time limit or a refusal
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

    /** Returns whether the server did not answer. SQL states of class 08 are connection exceptions. */
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
