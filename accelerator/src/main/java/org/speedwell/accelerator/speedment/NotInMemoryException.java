package org.speedwell.accelerator.speedment;

/** The reason why memory cannot run a join. */
final class NotInMemoryException extends Exception {
    private static final long serialVersionUID = 1;

    NotInMemoryException(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
