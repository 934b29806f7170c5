package org.speedwell.spring;

/** A property of the application, such as {@code speedwell.rest.limit}, has a value that it cannot have. */
public final class BadPropertyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String property;

    /**
     * Makes one.
     *
     * @param property full name, as in {@code application.properties}
     * @param message names the property, what is wrong, and what it may be
     */
    public BadPropertyException(String property, String message) {
        super(message);
        this.property = property;
    }

    BadPropertyException(String property, String message, Throwable cause) {
        super(message, cause);
        this.property = property;
    }

    /** Returns the full name of the property; never null. */
    public String property() {
        return property;
    }
}
