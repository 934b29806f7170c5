package org.speedwell.accelerator.mapping;

/** The exception for a class that cannot be mapped, or that differs from its table. Its message says what to do. */
public final class MappingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. The message names the class, the member and the remedy. */
    public MappingException(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public MappingException(String message, Throwable cause) {
        super(message, cause);
    }

    static MappingException of(Attribute attribute, String problem) {
        return new MappingException(attribute + " " + problem);
    }
}
