package org.speedwell.accelerator.source;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * The credentials for the binlog connection of a {@link DataSourceConnections}, which is separate from its other
 * connections. Immutable.
 *
 * @param url the URL of the servers, in the driver's syntax; empty for the URL of the data source's connections
 * @param user a user with REPLICATION SLAVE; empty for the user of the data source's connections
 * @param password a supplier that a thread of the store calls for each connection, so that it may return a token that
 * expires
 */
public record BinlogLogin(Optional<String> url, Optional<String> user, Supplier<String> password) {
    public BinlogLogin {
        requireNonNull(url);
        requireNonNull(user);
        requireNonNull(password);
    }

    /** Returns a login at the servers of the data source, as its user. */
    public static BinlogLogin of(Supplier<String> password) {
        return new BinlogLogin(Optional.empty(), Optional.empty(), password);
    }

    /** Returns a login at the servers of the data source, as another user. */
    public static BinlogLogin of(String user, Supplier<String> password) {
        return new BinlogLogin(Optional.empty(), Optional.of(user), password);
    }

    @Override
    public String toString() {
        return user.orElse("the user") + " at "
                + url.map(at -> "a separate URL").orElse("the data source's servers");
    }
}
