package org.speedwell.accelerator.replication;

/**
 * The failure of a table's reloads to see everything that was read of the binlog. Only a load of all tables helps,
 * because it sets the position.
 */
final class LateReloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LateReloadException(String message) {
        super(message);
    }
}
