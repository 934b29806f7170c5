package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;

/**
 * Reads objects of the classes that a filter and the JVM's own filter ({@code jdk.serialFilter}) allow. Finds the classes of
 * the application also where another class loader has loaded this library. For one thread.
 */
public final class JobObjectInput extends ObjectInputStream {

    /** @param filter a class that it does not reject may still be rejected by the JVM's filter */
    public JobObjectInput(InputStream in, ObjectInputFilter filter) throws IOException {
        super(in);
        // the JDK would replace the JVM's filter, not add to it
        setObjectInputFilter(ObjectInputFilter.merge(filter, ObjectInputFilter.Config.getSerialFilter()));
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader != null) {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                // primitives, and what only this library's loader knows
            }
        }
        return super.resolveClass(description);
    }

    /** Returns why objects could not be read. If a filter gave a reason, that is the reason. */
    public static String reason(Throwable thrown) {
        return thrown instanceof InvalidClassException && thrown.getCause() != null
                ? Failures.message(thrown.getCause())
                : Failures.describe(thrown);
    }
}
