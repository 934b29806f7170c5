package org.speedwell.init.model;

import org.jspecify.annotations.Nullable;

/** An exception for a file that does not contain a model. The message gives the reason. */
public final class ModelException extends Exception {
    private static final long serialVersionUID = 1;

    ModelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
