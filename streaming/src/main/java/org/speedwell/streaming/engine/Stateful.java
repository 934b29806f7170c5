package org.speedwell.streaming.engine;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** What has state that outlives the process: it is saved at a barrier, and restored before anything else is done. */
public interface Stateful {
    /** Writes the state; called between two events, by a thread that nothing else runs beside. */
    void save(ObjectOutput out) throws IOException;

    /** Takes over a state that {@link #save} wrote; called on a new instance. */
    void restore(ObjectInput in) throws IOException, ClassNotFoundException;
}
