package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.NotOnColumnsException;
import org.speedwell.accelerator.encode.CellPlace;
import org.speedwell.accelerator.encode.CellWriters;
import org.speedwell.accelerator.encode.Encoding;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.encode.Output;
import org.speedwell.accelerator.encode.RowWriter;
import org.speedwell.accelerator.encode.Utf8Buffer;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expression.Source;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.store.TableStore;

/**
 * An {@link EncodingCollector} that runs on columns, over the rows of a table in the order of a stream, or over the
 * tuples of a join.
 */
final class EncodedRows<R> {
    /** The number of rows that a thread writes at once in parallel. */
    private static final int SHARE = 1 << 11;

    private final EncodingCollector<?, R> collector;
    private final Supplier<@Nullable RowWriter> writers;

    /** The first writer. Its existence shows that columns can write every cell. */
    private final RowWriter first;

    private EncodedRows(EncodingCollector<?, R> collector, Supplier<@Nullable RowWriter> writers, RowWriter first) {
        this.collector = collector;
        this.writers = writers;
        this.first = first;
    }

    /**
     * Returns an encoder of the rows of a table, or null if columns do not contain every cell.
     *
     * @throws org.speedwell.accelerator.column.AbsentColumnException if a column is not loaded
     */
    static <R> @Nullable EncodedRows<R> of(Scope scope, EncodingCollector<?, R> collector, StreamState state) {
        CollectedFunctions functions = CollectedFunctions.of(scope, state);
        Supplier<@Nullable RowWriter> writers = () ->
                writer(collector.encoding(), (writer, place, source) -> cell(scope, functions, writer, place, source));
        RowWriter first = writers.get();
        if (first == null) {
            return null;
        }
        functions.reportLambdas();
        return new EncodedRows<>(collector, writers, first);
    }

    /** A function that creates a cell, or returns null. */
    @FunctionalInterface
    private interface CellMaker {
        CellWriters.@Nullable Cell make(CellWriters writers, CellPlace place, Source<?> source);
    }

    private static @Nullable RowWriter writer(Encoding<?> encoding, CellMaker maker) {
        CellWriters writers = new CellWriters(encoding.format());
        List<CellWriters.Cell> cells = new ArrayList<>();
        try {
            for (Encoding.Cell<?> of : encoding.cells()) {
                CellWriters.Cell cell = maker.make(writers, encoding.places().get(cells.size()), of.source());
                if (cell == null) {
                    return null;
                }
                cells.add(cell);
            }
        } catch (NotOnColumnsException e) {
            return null;
        }
        return new RowWriter(encoding.format(), cells);
    }

    private static CellWriters.@Nullable Cell cell(
            Scope scope, CollectedFunctions functions, CellWriters writers, CellPlace place, Source<?> source) {
        TableStore<?> table = scope.table();
        return switch (source) {
            case Source.OfField<?> of -> column(table, writers, place, of);
            case Source.Through<?, ?> through -> {
                RowPath path = ExpressionResolver.follow(scope, through.to());
                CellWriters.Cell there = path == null
                        ? null
                        : column(path.referred(), writers, place, new Source.OfField<>(through.field()));
                yield there == null || path == null ? null : there.followed(path);
            }
            case Source.OfExpression<?> of -> {
                RowExpression expression = ExpressionResolver.resolve(scope, of.expression());
                yield expression == null ? null : writers.expression(place, expression);
            }
            case Source.OfFunction<?> of -> {
                Object function = functions.apply(of.function());
                int column = ExpressionResolver.column(table, function);
                IntFunction<@Nullable Object> values = column >= 0 ? null : ExpressionResolver.value(scope, function);
                yield column >= 0
                        ? writers.column(place, table.column(column), null)
                        : values == null ? null : writers.values(place, values);
            }
        };
    }

    private static CellWriters.@Nullable Cell column(
            TableStore<?> table, CellWriters writers, CellPlace place, Source.OfField<?> of) {
        int column = ExpressionResolver.column(table, of.field());
        return column < 0 ? null : writers.column(place, table.column(column), of.written());
    }

    /**
     * Writes rows in their order. In parallel each thread writes some rows, and the method outputs their text in order.
     */
    R write(Rows rows, boolean parallel) {
        int threads = parallel ? Math.min(Runtime.getRuntime().availableProcessors(), rows.size() / SHARE) : 1;
        Output<R> output = collector.open();
        if (threads <= 1) {
            Block block = new Block(first, rows.size(), output);
            rows.forEach(block::add);
            block.finish();
        } else {
            writeInParallel(rows, threads, output);
        }
        return output.finish(rows.size());
    }

    private void writeInParallel(Rows rows, int threads, Output<R> output) {
        Block[] blocks = new Block[threads];
        for (int thread = 0; thread < threads; thread++) {
            RowWriter another = thread == 0 ? first : writers.get();
            blocks[thread] = new Block(another == null ? first : another, rows.size() / threads, null);
        }
        for (int from = 0; from < rows.size(); from += threads * SHARE) {
            int begin = from;
            IntStream.range(0, threads).parallel().forEach(thread -> {
                int start = Math.min(begin + thread * SHARE, rows.size());
                int end = Math.min(start + SHARE, rows.size());
                rows.slice(start, end).forEach(blocks[thread]::add);
                blocks[thread].finish();
            });
            for (Block block : blocks) {
                output.write(block.out);
            }
        }
    }

    /** Writes rows in the order of the stream. */
    R write(IntStream rows) {
        Output<R> output = collector.open();
        Block block = new Block(first, RowWriter.UNKNOWN, output);
        rows.forEachOrdered(block::add);
        block.finish();
        return output.finish(block.rowsWritten);
    }

    /** The rows that a writer will write at once. For one thread. */
    private static final class Block {
        private final RowWriter writer;
        private final @Nullable Output<?> output;
        private final Utf8Buffer out;
        private final int[] rows;
        private int size;
        private long rowsWritten;

        /**
         * Creates a block.
         *
         * @param expected the expected number of all rows
         * @param output receives the encoded rows; null to keep them in {@link #out}
         */
        Block(RowWriter writer, int expected, @Nullable Output<?> output) {
            this.writer = writer;
            this.output = output;
            this.out = writer.expect(expected);
            this.rows = new int[writer.block()];
        }

        void add(int row) {
            rows[size++] = row;
            if (size == rows.length) {
                write();
            }
        }

        private void write() {
            while (size > 0) {
                int written = writer.write(rows, size, out);
                rowsWritten += written;
                size -= written;
                System.arraycopy(rows, written, rows, 0, size);
                if (output != null) {
                    handOver(out, output);
                }
            }
        }

        /** Writes the remaining rows. */
        void finish() {
            write();
            if (output != null) {
                output.write(out);
            }
        }
    }

    private static void handOver(Utf8Buffer out, Output<?> output) {
        if (out.size() >= Output.BLOCK) {
            output.write(out);
        }
    }

    /** Returns an encoder of the tuples of a join, or null if the columns of one table do not contain a cell. */
    static <R> @Nullable EncodedTuples<R> ofTuples(
            JoinFunctions<?> functions, EncodingCollector<?, R> collector, CollectedFunctions read) {
        int[] places = new int[collector.encoding().cells().size()];
        int[][] current = {{}};
        RowWriter writer = writer(collector.encoding(), (writers, place, source) -> switch (source) {
            case Source.Through<?, ?> through -> {
                int table = functions.isPlain() ? functions.maker().place(through.to()) : -1;
                places[place.number()] = table;
                CellWriters.Cell cell = table < 0
                        ? null
                        : column(functions.table(table), writers, place, new Source.OfField<>(through.field()));
                yield cell == null || !functions.query().isNullable(table) ? cell : cell.followed(row -> row);
            }
            case Source.OfExpression<?> of -> {
                JoinFunctions.OfTable expression = functions.expression(of.expression());
                places[place.number()] = expression == null ? -1 : expression.place();
                yield expression == null ? null : writers.expression(place, expression.function());
            }
            case Source.OfFunction<?> of -> {
                Function<int[], @Nullable Object> value = functions.value((Function<?, ?>) read.apply(of.function()));
                yield value == null ? null : writers.values(place, _ -> value.apply(current[0]));
            }
            case Source.OfField<?> _ -> null;
        });
        if (writer == null) {
            return null;
        }
        read.reportLambdas();
        return new EncodedTuples<>(collector, writer, places, current);
    }

    /**
     * An encoder of tuples. For one thread.
     *
     * @param places for each cell, the place of the table whose row it reads
     * @param current the tuple being written, for cells that are functions of the tuple
     */
    @SuppressWarnings("ArrayRecordComponent") // no code compares them
    record EncodedTuples<R>(EncodingCollector<?, R> collector, RowWriter writer, int[] places, int[][] current) {
        R write(Stream<int[]> tuples) {
            Output<R> output = collector.open();
            Utf8Buffer out = writer.expect(RowWriter.UNKNOWN);
            long[] count = {0};
            tuples.forEachOrdered(tuple -> {
                current[0] = tuple;
                writer.write(tuple, places, out);
                count[0]++;
                handOver(out, output);
            });
            output.write(out);
            return output.finish(count[0]);
        }
    }
}
