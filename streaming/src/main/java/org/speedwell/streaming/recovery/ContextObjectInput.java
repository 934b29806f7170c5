package org.speedwell.streaming.recovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;

/**
 * Reads objects of some classes only, and finds the application's also where this library was loaded by another loader.
 */
final class ContextObjectInput extends ObjectInputStream {
    ContextObjectInput(InputStream in, StateClasses classes) throws IOException {
        super(in);
        setObjectInputFilter(ObjectInputFilter.merge(classes, ObjectInputFilter.Config.getSerialFilter()));
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
}
