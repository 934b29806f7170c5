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

    /** Replaces the state of a new object by the one that {@link #save} wrote. */
    void restore(ObjectInput in) throws IOException, ClassNotFoundException;
}
