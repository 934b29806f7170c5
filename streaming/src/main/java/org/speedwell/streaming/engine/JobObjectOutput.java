package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Writes objects, and tells of one that is not {@link Serializable} which class it has and which fields lead to it. For one thread. */
public class JobObjectOutput extends ObjectOutputStream {
    /** So many of the last objects are looked at for one that leads to what cannot be written. */
    private static final int LATEST = 64;

    private final @Nullable Object[] latest = new Object[LATEST];
    private int written;
    private boolean failed;

    /** Writes the header of a stream. */
    public JobObjectOutput(OutputStream out) throws IOException {
        super(out);
        enableReplaceObject(true);
    }

    /** Returns whether an object could not be written: what follows in the stream is the exception. */
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
            return null; // of a class or a collection that does not let itself be looked at
        }
    }
}
