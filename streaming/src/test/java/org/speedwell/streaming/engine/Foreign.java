package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** A class outside the packages of any job's functions. It counts its deserialisations. */
public record Foreign(Part part) implements Serializable {
    private static final AtomicInteger READ = new AtomicInteger();

    /** The object in the field. */
    public static final class Part implements Serializable {
        private final long number;

        private Part(long number) {
            this.number = number;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }

        @Override
        public String toString() {
            return "part " + number;
        }
    }

    public static Foreign of(long number) {
        return new Foreign(new Part(number));
    }

    /** Returns the number of deserialised parts. */
    public static int timesRead() {
        return READ.get();
    }
}
