package org.speedwell.schema;

import org.jspecify.annotations.Nullable;

/** A failure to start, reach or fill a database. The message says what to do about it. */
public final class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DatabaseException(String message) {
        super(message);
    }

    DatabaseException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
