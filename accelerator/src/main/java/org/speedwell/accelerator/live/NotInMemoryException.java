package org.speedwell.accelerator.live;

/** The reason why memory cannot run a join. */
public final class NotInMemoryException extends Exception {
    private static final long serialVersionUID = 1;

    public NotInMemoryException(String reason) {
        super(reason, null, false, false);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
