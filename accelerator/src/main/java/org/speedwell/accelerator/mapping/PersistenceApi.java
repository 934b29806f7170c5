package org.speedwell.accelerator.mapping;

/** The presence of the optional Jakarta Persistence API. */
final class PersistenceApi {
    /** True if the classes of the API are present. Without them, the JVM hides the annotations of classes too. */
    static final boolean IS_PRESENT = isPresent();

    private PersistenceApi() {}

    private static boolean isPresent() {
        try {
            Class.forName("jakarta.persistence.Entity", false, PersistenceApi.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
