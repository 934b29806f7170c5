package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * An object whose state outlives the process. A job saves the state at a barrier, and restores it before any other
 * call.
 */
public interface Stateful {
    /**
     * Writes the state. The job calls it between two events, while no other thread uses the object. A change of what a
     * class writes needs a new version of the formats of checkpoints and of states on a cluster.
     */
    void save(ObjectOutput out) throws IOException;

    /** Adds the state that {@link #save} wrote. The job calls it once, except after a change of its parts. */
    void restore(ObjectInput in) throws IOException, ClassNotFoundException;

    /**
     * Adds the state of a part of another graph, or of another number of parts. The inputs of the part may differ. The
     * job calls it once for each such part instead of {@link #restore}.
     */
    default void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        restore(in);
    }
}
