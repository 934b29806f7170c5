package org.speedwell.bench;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Progress;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SequenceWriter;

/**
 * Films as JSON, encoded from columns, and from entities by Jackson into the same bytes, in the order of the table.
 * {@code bytes} is the number of bytes written per second. No database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
@NullUnmarked // JMH sets the fields before anything reads them
public class EncodeBenchmark {
    private static final int COMPARED = 10_000;

    @Param({"100000", "1000000"})
    int rows;

    /** True if films have titles, all of them different. */
    @Param({"false", "true"})
    boolean text;

    private FilmManager films;
    private RowEncoder<Film> json;
    private RowEncoder<Film> csv;
    private ObjectWriter jackson;

    /** The counter of written bytes. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Written {
        public long bytes;
    }

    /** A stream that counts bytes and discards them. */
    private static final class Counter extends OutputStream {
        private long count;

        @Override
        public void write(int oneByte) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            count += length;
        }
    }

    @Setup(Level.Trial)
    public void start() {
        films = SyntheticApp.of(SyntheticFilms.of(rows, text).build(rows, _ -> false, Progress.console()))
                .manager(FilmManager.class);
        json = RowEncoder.json(films);
        csv = RowEncoder.csv(films);
        jackson = FilmJson.mapper().build().writerFor(Film.class);
        ByteArrayOutputStream byJackson = new ByteArrayOutputStream();
        write(films.stream().limit(COMPARED), byJackson);
        if (!Arrays.equals(
                byJackson.toByteArray(), films.stream().limit(COMPARED).collect(json.toBytes()))) {
            throw new IllegalStateException("Jackson and the encoder write different bytes.");
        }
    }

    private void write(Stream<Film> some, OutputStream to) {
        try (SequenceWriter writer = jackson.writeValuesAsArray(to)) {
            some.forEach(writer::write);
        }
    }

    @Benchmark
    public long columns(Written written) {
        Counter counter = new Counter();
        long count = films.stream().collect(json.into(counter));
        written.bytes += counter.count;
        return count;
    }

    @Benchmark
    public long columnsAsCsv(Written written) {
        Counter counter = new Counter();
        long count = films.stream().collect(csv.into(counter));
        written.bytes += counter.count;
        return count;
    }

    @Benchmark
    public void jackson(Written written) {
        Counter counter = new Counter();
        write(films.stream(), counter);
        written.bytes += counter.count;
    }
}
