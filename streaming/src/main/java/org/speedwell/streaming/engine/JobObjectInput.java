package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;

/**
 * An input stream of objects whose classes pass a filter and the JVM's own filter ({@code jdk.serialFilter}). It finds
 * the classes of the application even if another class loader loaded this library. For one thread.
 */
public final class JobObjectInput extends ObjectInputStream {

    /**
     * Creates a stream.
     *
     * @param filter a filter of classes; the JVM's filter may reject further classes
     */
    public JobObjectInput(InputStream in, ObjectInputFilter filter) throws IOException {
        super(in);
        // Setting only this filter would replace the JVM's filter.
        setObjectInputFilter(ObjectInputFilter.merge(filter, ObjectInputFilter.Config.getSerialFilter()));
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader != null) {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                // primitives, and classes that only this library's loader finds
            }
        }
        return super.resolveClass(description);
    }

    /** Returns the reason why objects could not be read. If a filter gave a reason, it returns that reason. */
    public static String reason(Throwable thrown) {
        return thrown instanceof InvalidClassException && thrown.getCause() != null
                ? Failures.message(thrown.getCause())
                : Failures.describe(thrown);
    }
}
