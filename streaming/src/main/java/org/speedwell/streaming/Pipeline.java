package org.speedwell.streaming;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A complete definition of a job, from sources to sinks. An {@link Engine} can start it only once, because a job uses
 * up its sources.
 *
 * {@snippet :
 * Pipeline both = readings.filter(reading -> reading.value() > 90)
 *     .to("alarms", Sink.of(System.out::println))
 *     .and(readings.window(Window.tumbling(Duration.ofHours(1)))
 *         .aggregate(Aggregates.count())
 *         .to(Sink.of(System.out::println)));
 * }
 */
public final class Pipeline {
    private final List<End> ends;

    /** A sink, and the mark of whether a job has used it. */
    private record End(Vertex sink, AtomicBoolean started) {}

    Pipeline(Vertex sink) {
        this(List.of(new End(sink, new AtomicBoolean())));
    }

    private Pipeline(List<End> ends) {
        this.ends = ends;
    }

    /**
     * Combines this pipeline and another into one job. If both begin with the same {@link Events}, the job reads and
     * processes those once, and both pipelines get each event. One checkpoint holds the state of both. A sink without
     * room delays both.
     */
    public Pipeline and(Pipeline other) {
        return new Pipeline(
                Stream.concat(ends.stream(), other.ends.stream()).distinct().toList());
    }

    /**
     * Returns the operations of the job, as data.
     *
     * @throws IllegalArgumentException if the pipeline cannot become a job: two parts have one name, or the bounded
     * side of a join shares its events with other operations
     */
    public Graph graph() {
        return new Graph(ends.stream().map(End::sink).toList());
    }

    /**
     * Returns the graph for the only job of this pipeline.
     *
     * @throws IllegalStateException if a job was already started
     */
    Graph start() {
        Graph graph = graph();
        for (End end : ends) {
            if (end.started.getAndSet(true)) {
                throw new IllegalStateException(
                        "The pipeline was started before, and its sources can be read only once."
                                + " Build a new pipeline for each job.");
            }
        }
        return graph;
    }
}
