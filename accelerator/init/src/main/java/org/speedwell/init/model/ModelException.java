package org.speedwell.init.model;

import org.jspecify.annotations.Nullable;

/** A file that is no model; the message says why. */
public final class ModelException extends Exception {
    private static final long serialVersionUID = 1;

    ModelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
