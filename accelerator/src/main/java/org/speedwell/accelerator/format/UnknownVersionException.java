package org.speedwell.accelerator.format;

import java.io.IOException;

/** Thrown if a file or a message has a version of its format that this code does not read. */
public final class UnknownVersionException extends IOException {
    private static final long serialVersionUID = 1;

    UnknownVersionException(String message) {
        super(message);
    }
}
