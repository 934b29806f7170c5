package org.speedwell.streaming;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A whole definition, from sources to sinks. Started by an {@link Engine}; once, as its sources can be read once.
 *
 * {@snippet :
 * Pipeline both = readings.filter(reading -> reading.value() > 90).to("alarms", Sink.of(System.out::println))
 *     .and(readings.window(Window.tumbling(Duration.ofHours(1))).aggregate(Aggregates.count()).to(Sink.of(System.out::println)));
 * }
 */
public final class Pipeline {
    private final List<End> ends;

    /** A sink, and whether it was started. */
    private record End(Vertex sink, AtomicBoolean started) {}

    Pipeline(Vertex sink) {
        this(List.of(new End(sink, new AtomicBoolean())));
    }

    private Pipeline(List<End> ends) {
        this.ends = ends;
    }

    /**
     * One job of this and another, which may begin with the same {@link Events}: then those are read and worked on once, and
     * all that follows has each of them. One checkpoint holds the state of both; a sink that has no room holds both up.
     */
    public Pipeline and(Pipeline other) {
        return new Pipeline(
                Stream.concat(ends.stream(), other.ends.stream()).distinct().toList());
    }

    /**
     * What the job will do, as data.
     *
     * @throws IllegalArgumentException if no job can be made of it: two parts have one name, or the bounded side of a join
     *     has its events from where others have them too
     */
    public Graph graph() {
        return new Graph(ends.stream().map(End::sink).toList());
    }

    /** The same, for the one job that it is for. */
    Graph start() {
        Graph graph = graph();
        for (End end : ends) {
            if (end.started.getAndSet(true)) {
                throw new IllegalStateException("The pipeline was started before, and its sources can be read once.");
            }
        }
        return graph;
    }
}
