package org.speedwell.accelerator.replication;

/** A table of which no load sees all that has been read of the binlog. Only a load of all tables helps: it sets the position. */
final class LateReloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LateReloadException(String message) {
        super(message);
    }
}
