package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.speedwell.streaming.checkpoint.CheckpointException;

/**
 * The savepoints of a cluster. Each is a set of maps with backups on other members: one for each stage, with the states
 * of its parts. They live as long as the cluster. Thread-safe.
 */
final class Savepoints {
    private static final String NAMES = "speedwell-savepoints";

    private final HazelcastInstance hazelcast;

    /**
     * The description of a savepoint.
     *
     * @param job the name of the job that wrote it
     * @param definition the graph of that job
     * @param parts the number of parts of each stage, by name
     */
    record Description(String job, String definition, TreeMap<String, Integer> parts) implements Serializable {}

    Savepoints(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
    }

    private IMap<String, Description> names() {
        return hazelcast.getMap(NAMES);
    }

    private IMap<String, byte[]> states(String savepoint, String stage) {
        return hazelcast.getMap(NAMES + "/" + savepoint + "/" + stage);
    }

    /**
     * Returns the description of a savepoint.
     *
     * @throws CheckpointException if there is none; the message lists those that exist
     */
    Description require(String savepoint) {
        Description found = names().get(savepoint);
        if (found == null) {
            throw new CheckpointException(
                    "The cluster has no savepoint \"" + savepoint + "\". It has " + new TreeSet<>(names().keySet())
                            + ".",
                    null);
        }
        return found;
    }

    /** Returns the names of all savepoints. */
    Set<String> all() {
        return new TreeSet<>(names().keySet());
    }

    /** Returns the names of the savepoints that jobs of a name have written, in ascending order. */
    List<String> of(String job) {
        return names().entrySet().stream()
                .filter(each -> each.getValue().job.equals(job))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Removes a savepoint, if there is one of the name. */
    void remove(String savepoint) {
        Description found = names().get(savepoint);
        if (found != null) {
            clear(savepoint, found);
        }
    }

    /** Checks that no savepoint has a name. */
    void requireFree(String savepoint) {
        if (names().containsKey(savepoint)) {
            throw new CheckpointException(
                    "The savepoint \"" + savepoint + "\" exists. Use another name, or remove it with"
                            + " HazelcastEngine.removeSavepoint.",
                    null);
        }
    }

    /** Keeps the state of a part. May block. */
    void put(String savepoint, String stage, String part, byte[] state) {
        states(savepoint, stage).set(part, state);
    }

    /** Returns the states of a stage by part. May block. */
    Map<String, byte[]> read(String savepoint, String stage) {
        IMap<String, byte[]> saved = states(savepoint, stage);
        Map<String, byte[]> states = new TreeMap<>();
        for (String part : saved.keySet()) {
            byte[] state = saved.get(part);
            if (state != null) {
                states.put(part, state);
            }
        }
        return states;
    }

    /**
     * Completes a savepoint.
     *
     * @throws CheckpointException if the state of a part is missing. The savepoint is then removed
     */
    void complete(String savepoint, Description description) {
        List<String> missing = new ArrayList<>();
        description.parts.forEach((stage, parts) -> {
            int found = states(savepoint, stage).size();
            if (found < parts) {
                missing.add("\"" + stage + "\" has saved " + found + " of " + parts + " parts");
            }
        });
        if (!missing.isEmpty()) {
            clear(savepoint, description);
            throw new CheckpointException(
                    "The savepoint \"" + savepoint + "\" is not complete: " + String.join(", ", missing)
                            + ". Parts that have ended, and members that join or leave, prevent it. Try again.",
                    null);
        }
        names().set(savepoint, description);
    }

    /** Removes the states of a savepoint. */
    void clear(String savepoint, Description description) {
        names().delete(savepoint);
        description.parts.keySet().forEach(stage -> states(savepoint, stage).destroy());
    }
}
