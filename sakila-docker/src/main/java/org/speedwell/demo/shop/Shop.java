package org.speedwell.demo.shop;

import java.util.List;
import java.util.function.Consumer;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * An open video-rental shop: a database with Sakila, and two applications on it. The memory of one is loaded and
 * follows the database.
 */
public final class Shop implements AutoCloseable {
    private final Database database;
    private final boolean writable;
    private final SakilaApplications applications;
    private final VideoShop overSql;
    private final VideoShop fromMemory;

    /**
     * Opens a shop: provides the rows and loads them into memory.
     *
     * @param database the database, which the caller closes. It may be {@link Database#starting}
     * @throws DemoException if this fails; the message says why
     */
    public Shop(Database database, SakilaRows rows, Progress progress, Consumer<String> out) {
        this.database = database;
        applications = new SakilaApplications(database); // while an embedded database starts
        try {
            overSql = new VideoShop(applications.sql());
            fromMemory = new VideoShop(applications.memory());
            out.accept("Database: " + database);
            writable = rows.provide(database, progress, out);
            applications.load(progress);
            List<String> empty = fromMemory.emptyTables();
            if (!empty.isEmpty()) {
                throw new DemoException("The schema " + Sakila.SCHEMA + " of " + database + " has no "
                        + rowsOf(empty)
                        + ": its load looks incomplete. Load its rows, or drop the schema if it is not"
                        + " needed, and the demo creates its own.");
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

    /** Returns whether the demo created the rows and may write to them. */
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

    /** Stops the applications. The database keeps running. */
    @Override
    public void close() {
        applications.close();
    }
}
