package org.speedwell.streaming.hazelcast;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.speedwell.streaming.Sink;

/** The results of the sinks of jobs on all members of this JVM. The arguments of a job give the name of its results. */
public final class Results {
    private static final Map<String, Queue<Object>> ALL = new ConcurrentHashMap<>();

    private Results() {}

    public static <T> Sink<T> sink(String name) {
        Queue<Object> results = ALL.computeIfAbsent(name, none -> new ConcurrentLinkedQueue<>());
        return Sink.of(results::add);
    }

    /** Removes and returns the results of a name. */
    public static List<Object> take(String name) {
        Queue<Object> results = ALL.remove(name);
        return results == null ? List.of() : List.copyOf(results);
    }

    static int count(String name) {
        Queue<Object> results = ALL.get(name);
        return results == null ? 0 : results.size();
    }
}
