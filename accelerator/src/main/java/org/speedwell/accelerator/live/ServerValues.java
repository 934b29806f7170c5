package org.speedwell.accelerator.live;

import java.sql.Connection;
import java.util.function.Supplier;

/** Asks the database, and with it the driver, what values are that only they know. Thread-safe. */
public final class ServerValues implements AutoCloseable {
    private final Supplier<Connection> connections;

    /** @param connections opens a connection as the load's are, which is closed here */
    public ServerValues(Supplier<Connection> connections) {
        this.connections = connections;
    }

    @Override
    public void close() {}
}
