package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** A class of a package that no function of a job is of, which does something when it is read. */
public record Foreign(Part part) implements Serializable {
    private static final AtomicInteger READ = new AtomicInteger();

    /** Reached by the field. */
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

    /** How many were read. */
    public static int timesRead() {
        return READ.get();
    }
}
