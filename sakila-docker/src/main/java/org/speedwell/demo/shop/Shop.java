package org.speedwell.demo.shop;

import java.util.List;
import java.util.function.Consumer;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** A video-rental shop that is open: a database with Sakila in it, and both applications on it, memory loaded and following. */
public final class Shop implements AutoCloseable {
    private final Database database;
    private final boolean writable;
    private final SakilaApplications applications;
    private final VideoShop overSql;
    private final VideoShop fromMemory;

    /**
     * Sees to the rows and loads them into memory.
     *
     * @param database closed by whoever opened it
     * @throws DemoException if that is not to be had; the message says why
     */
    public Shop(Database database, SakilaRows rows, Progress progress, Consumer<String> out) {
        this.database = database;
        writable = rows.provide(database, progress, out);
        applications = new SakilaApplications(database);
        try {
            applications.load(progress);
            overSql = new VideoShop(applications.sql());
            fromMemory = new VideoShop(applications.memory());
            List<String> empty = fromMemory.emptyTables();
            if (!empty.isEmpty()) {
                throw new DemoException("The schema " + Sakila.SCHEMA + " of " + database + " has no "
                        + rowsOf(empty)
                        + ": it looks half loaded. Load its rows, or drop it if nobody needs it, and the"
                        + " demo makes its own.");
            }
            applications.follow();
        } catch (RuntimeException e) {
            applications.close();
            throw e;
        }
    }

    private static String rowsOf(List<String> tables) {
        return "rows in " + String.join(", ", tables);
    }

    public Database database() {
        return database;
    }

    /** Whether the demo made the rows, and so may add to them. */
    public boolean isWritable() {
        return writable;
    }

    public VideoShop overSql() {
        return overSql;
    }

    public VideoShop fromMemory() {
        return fromMemory;
    }

    public SakilaApplications applications() {
        return applications;
    }

    public DataStoreComponent store() {
        return applications.memory().getOrThrow(DataStoreComponent.class);
    }

    /** Stops the applications; the database goes on. */
    @Override
    public void close() {
        applications.close();
    }
}
