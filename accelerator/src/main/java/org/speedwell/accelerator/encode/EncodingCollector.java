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
 * Encodes the elements of any stream in their order. A stream in memory that knows it writes columns instead. Here, as nobody
 * tells whether a part is the first, all is kept until the end, and then handed over.
 *
 * @param sinks gives that of one run
 * @param isWriting whether a run does something that another one would do again
 */
public record EncodingCollector<T, R>(Encoding<T> encoding, Supplier<Sink<R>> sinks, boolean isWriting)
        implements Collector<T, EncodingCollector.Part<T>, R> {

    /** Rows of one thread, or of several that have been put together. */
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

    /** What begins a run: to be called when all else is known to be right. */
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
