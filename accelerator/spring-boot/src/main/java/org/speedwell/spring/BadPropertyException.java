package org.speedwell.spring;

/** An exception for a property of the application, such as {@code speedwell.rest.limit}, whose value is not allowed. */
public final class BadPropertyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String property;

    /**
     * Creates an exception.
     *
     * @param property the property's full name, as in {@code application.properties}
     * @param message a sentence that names the property, the problem and the allowed values
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
