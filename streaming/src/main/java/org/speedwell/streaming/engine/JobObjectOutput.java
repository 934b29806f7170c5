package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * An output stream of objects. If an object is not {@link Serializable}, the error names its class and the fields that
 * lead to it. For one thread.
 */
public class JobObjectOutput extends ObjectOutputStream {
    /** The number of recent objects to search for a path to an object that cannot be written. */
    private static final int LATEST = 64;

    private final @Nullable Object[] latest = new Object[LATEST];
    private int written;
    private boolean failed;

    /** Creates a stream and writes its header. */
    public JobObjectOutput(OutputStream out) throws IOException {
        super(out);
        enableReplaceObject(true);
    }

    /** Returns whether an object could not be written. The rest of the stream is then the exception. */
    protected final boolean isFailed() {
        return failed;
    }

    @Override
    protected @Nullable Object replaceObject(@Nullable Object object) throws IOException {
        if (failed || object == null) {
            return object;
        }
        if (!(object instanceof Serializable)) {
            failed = true;
            throw new NotSerializableException(described(object));
        }
        latest[written++ % LATEST] = object;
        return object;
    }

    private String described(Object object) {
        String told = "class " + object.getClass().getTypeName() + " is not Serializable";
        for (int i = Math.max(0, written - LATEST); i < written; i++) {
            Object from = latest[i % LATEST];
            String path = from == null ? null : pathFrom(from, object);
            if (path != null) {
                return told + " (" + path + ")";
            }
        }
        return told;
    }

    private static @Nullable String pathFrom(Object from, Object to) {
        try {
            return FieldPath.find(from, to);
        } catch (RuntimeException | LinkageError e) {
            return null; // a class or a collection prevents the search
        }
    }
}
