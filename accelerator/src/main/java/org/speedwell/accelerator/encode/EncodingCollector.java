package org.speedwell.accelerator.encode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;

/**
 * A collector that encodes the elements of any stream in their order. A stream of Speedwell recognises it and writes
 * columns instead.
 *
 * <p>In an ordinary stream, a part does not know whether it is the first one. Therefore the collector buffers all
 * output and passes it to the sink at the end.
 *
 * @param sinks returns the sink of a run
 * @param isWriting true if a run has an effect that a second run would repeat
 */
public record EncodingCollector<T, R>(Encoding<T> encoding, Supplier<Sink<R>> sinks, boolean isWriting)
        implements Collector<T, EncodingCollector.Part<T>, R> {

    /** The rows of one thread, or the combined rows of several threads. */
    public static final class Part<T> {
        private static final int BLOCK = 1 << 20;

        private final EntityWriter<T> writer;
        private final List<Utf8Buffer> full = new ArrayList<>();
        private Utf8Buffer last = new Utf8Buffer(256);
        private long rows;

        private Part(Encoding<T> encoding) {
            this.writer = new EntityWriter<>(encoding);
        }

        private void add(T entity) {
            writer.write(entity, last);
            rows++;
            if (last.size() >= BLOCK) {
                full.add(last);
                last = new Utf8Buffer(BLOCK + (BLOCK >> 2));
            }
        }

        private Part<T> and(Part<T> next) {
            full.add(last);
            full.addAll(next.full);
            last = next.last;
            rows += next.rows;
            return this;
        }
    }

    /** Begins a run. Callers first do all checks that can fail. */
    public Output<R> open() {
        return new Output<>(encoding, sinks.get());
    }

    @Override
    public Supplier<Part<T>> supplier() {
        return () -> new Part<>(encoding);
    }

    @Override
    public BiConsumer<Part<T>, T> accumulator() {
        return Part::add;
    }

    @Override
    public BinaryOperator<Part<T>> combiner() {
        return Part::and;
    }

    @Override
    public Function<Part<T>, R> finisher() {
        return part -> {
            Output<R> output = open();
            part.full.forEach(output::write);
            output.write(part.last);
            return output.finish(part.rows);
        };
    }

    @Override
    public Set<Characteristics> characteristics() {
        return Set.of();
    }
}
