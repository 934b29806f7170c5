package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.encode.EncodedText;
import org.speedwell.accelerator.encode.EncodedText.Value;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Random tables of every type, encoded after random pipelines. Columns and the entities of a list must give the same
 * bytes. Parsers of other projects must find the values of the entities in them.
 *
 * <p>{@code -Dspeedwell.seed=S} sets the first seed. A failure names the seed of its table.
 */
@Tag("oracle")
class EncodedRowsTest {
    private static final int TABLES = Integer.getInteger("speedwell.tables", 120);
    private static final int PIPELINES = 6;
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123);

    /**
     * The interval of the seeds of large tables. These have more rows than one thread takes at once; one thread writes
     * a smaller table.
     */
    private static final long LARGE = 256;

    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new SakilaApplicationBuilder()),
            EntityTable.offline(new TortureApplicationBuilder()),
            EntityTable.offline(new MappedApplicationBuilder()));

    private final LongAdder made = new LongAdder();
    private int exceptions;

    @AfterAll
    static void stop() {
        APPS.forEach(Speedment::stop);
    }

    @Test
    void columnsEncodeLikeEntitiesAndParsersReadTheValues() {
        for (long seed = SEED; seed < SEED + TABLES; seed++) {
            long number = seed % LARGE == 0 ? seed + 7 : seed; // another test checks large tables
            check(RandomTable.of(APPS, number, made::increment), number);
        }
        assertThat(exceptions).isLessThan(TABLES * PIPELINES / 4);
    }

    @Test
    void severalThreadsWriteInTheOrderOfTheStream() {
        for (long seed = LARGE * 1_000; seed < LARGE * 1_003; seed += LARGE) {
            RandomTable<?> table = RandomTable.of(APPS, seed, () -> {});
            assertThat(table.entities()).hasSizeGreaterThan(20_000);
            checkInParallel(table, seed);
        }
    }

    private <E> void checkInParallel(RandomTable<E> table, long seed) {
        RowEncoder<E> json = RowEncoder.json(table.source().manager());
        List<Function<Stream<E>, Stream<E>>> pipelines = List.of(
                all -> all, all -> all.skip(10), all -> all.skip(10).filter(_ -> true), all -> all.limit(5_000));
        for (Function<Stream<E>, Stream<E>> pipeline : pipelines) {
            byte[] expected = pipeline.apply(table.entities().stream()).collect(json.toBytes());
            assertSame(
                    "seed " + seed,
                    pipeline.apply(EntityStream.of(table.store(), true)).collect(json.toBytes()),
                    expected);
            assertSame(
                    "seed " + seed,
                    pipeline.apply(table.entities().parallelStream()).collect(json.toBytes()),
                    expected);
        }
    }

    private <E> void check(RandomTable<E> table, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Manager<E> manager = table.source().manager();
        List<RowEncoder<E>> encoders = List.of(
                RowEncoder.json(manager),
                RowEncoder.jsonLines(manager),
                RowEncoder.csv(manager),
                RowEncoder.csv(manager).separator(';'));
        made.reset();
        byte[] all = ours(table, false).collect(encoders.getFirst().toBytes());
        assertThat(made.sum())
                .as("entities, seed %d: %s", seed, table.description())
                .isZero();
        assertSame(
                "seed " + seed,
                all,
                table.entities().stream().collect(encoders.getFirst().toBytes()));
        for (int i = 0; i < PIPELINES; i++) {
            boolean parallel = random.nextInt(3) == 0;
            List<String> words = new ArrayList<>();
            RandomOperations<E> operations = new RandomOperations<>(new Ingredients<>(
                    table.source(), PlainShapes.NONE, table.entities().size(), parallel, random));
            List<Function<Stream<E>, Stream<E>>> steps = IntStream.range(0, random.nextInt(4))
                    .mapToObj(_ -> operations.simple(words))
                    .toList();
            String what =
                    "seed %d: %s%s over %s".formatted(seed, parallel ? "parallel " : "", words, table.description());
            Object expected = answer(table.entities().stream(), steps, Stream::toList);
            if (expected instanceof Class<?>) {
                exceptions++;
                assertThat(answer(
                                ours(table, parallel),
                                steps,
                                rows -> rows.collect(encoders.getFirst().toBytes())))
                        .as(what)
                        .isEqualTo(expected);
                continue;
            }
            for (RowEncoder<E> encoder : encoders) {
                String which = encoder + " of " + what;
                byte[] plain =
                        (byte[]) answer(table.entities().stream(), steps, rows -> rows.collect(encoder.toBytes()));
                byte[] columns = (byte[]) answer(ours(table, parallel), steps, rows -> rows.collect(encoder.toBytes()));
                assertSame(which, columns, plain);
                assertThat(answer(ours(table, parallel), steps, rows -> written(rows, encoder, plain)))
                        .as(which)
                        .isEqualTo((long) ((List<?>) expected).size());
            }
            @SuppressWarnings("unchecked") // the list's stream has this type
            List<E> rows = (List<E>) expected;
            byte[] json = rows.stream().collect(encoders.getFirst().toBytes());
            assertValues(what, EncodedText.json(json), rows, manager, encoders.getFirst());
            byte[] lines = rows.stream().collect(encoders.get(1).toBytes());
            assertValues(what, EncodedText.lines(lines), rows, manager, encoders.getFirst());
            byte[] csv = rows.stream().collect(encoders.get(3).toBytes());
            assertValues(what, EncodedText.csv(csv, ';'), rows, manager, encoders.getFirst());
        }
    }

    private static <E> Stream<E> ours(RandomTable<E> table, boolean parallel) {
        return EntityStream.of(table.store(), parallel);
    }

    /** Writes the rows into a stream and checks its bytes. Returns the number of rows. */
    private static <E> long written(Stream<E> rows, RowEncoder<E> encoder, byte[] expected) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Collector<E, ?, Long> into = encoder.into(out);
        long count = rows.collect(into);
        assertSame("into a stream", out.toByteArray(), expected);
        return count;
    }

    private static <E> Object answer(
            Stream<E> stream, List<Function<Stream<E>, Stream<E>>> steps, Function<Stream<E>, Object> terminal) {
        try {
            Stream<E> current = stream;
            for (Function<Stream<E>, Stream<E>> step : steps) {
                current = step.apply(current);
            }
            return terminal.apply(current);
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    private static <E> void assertValues(
            String what, List<Map<String, Value>> written, List<E> rows, Manager<E> manager, RowEncoder<E> encoder) {
        List<Field<E>> fields = manager.fields().toList();
        List<String> labels = encoder.labels();
        assertThat(written).as(what).hasSize(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            Map<String, Value> values = written.get(row);
            assertThat(List.copyOf(values.keySet())).as(what).isEqualTo(labels);
            for (int i = 0; i < fields.size(); i++) {
                String label = labels.get(i);
                int number = row;
                Value value = requireNonNull(values.get(label));
                @Nullable Object expected = fields.get(i).getter().apply(rows.get(row));
                EncodedText.assertValue(() -> what + ", row " + number + ": " + label, value, fields.get(i), expected);
            }
        }
    }

    /** Fails with a short excerpt around the first difference. */
    private static void assertSame(String what, byte[] actual, byte[] expected) {
        int at = Arrays.mismatch(actual, expected);
        if (at >= 0) {
            assertThat(around(actual, at)).as("%s, at byte %d", what, at).isEqualTo(around(expected, at));
            assertThat(actual.length).as(what).isEqualTo(expected.length);
        }
    }

    private static String around(byte[] bytes, int at) {
        int from = Math.max(0, at - 60);
        return new String(bytes, from, Math.min(bytes.length, at + 60) - from, StandardCharsets.ISO_8859_1);
    }
}
