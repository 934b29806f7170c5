package org.speedwell.accelerator.source;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * As whom the binlog of a {@link DataSourceConnections} is read, which has a connection of its own to the server. Immutable.
 *
 * @param url of the servers, as the driver takes it; empty for that of the data source's connections
 * @param user who has REPLICATION SLAVE; empty for the user of the data source's connections
 * @param password asked for each connection to the server, on a thread of the store's, so that it may be a token that expires
 */
public record BinlogLogin(Optional<String> url, Optional<String> user, Supplier<String> password) {
    public BinlogLogin {
        requireNonNull(url);
        requireNonNull(user);
        requireNonNull(password);
    }

    /** At the servers of the data source, as its user. */
    public static BinlogLogin of(Supplier<String> password) {
        return new BinlogLogin(Optional.empty(), Optional.empty(), password);
    }

    /** At the servers of the data source, as another user. */
    public static BinlogLogin of(String user, Supplier<String> password) {
        return new BinlogLogin(Optional.empty(), Optional.of(user), password);
    }

    @Override
    public String toString() {
        return user.orElse("the user") + " at "
                + url.map(at -> "a URL of its own").orElse("the data source's servers");
    }
}
