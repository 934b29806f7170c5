package org.speedwell.streaming.hazelcast;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.speedwell.streaming.Sink;

/** What the sinks of a job got, on all members of this JVM, by names that the job's arguments tell. */
public final class Results {
    private static final Map<String, Queue<Object>> ALL = new ConcurrentHashMap<>();

    private Results() {}

    public static <T> Sink<T> sink(String name) {
        Queue<Object> results = ALL.computeIfAbsent(name, none -> new ConcurrentLinkedQueue<>());
        return Sink.of(results::add);
    }

    /** What there is under a name, which is forgotten. */
    public static List<Object> take(String name) {
        Queue<Object> results = ALL.remove(name);
        return results == null ? List.of() : List.copyOf(results);
    }

    static int count(String name) {
        Queue<Object> results = ALL.get(name);
        return results == null ? 0 : results.size();
    }
}
