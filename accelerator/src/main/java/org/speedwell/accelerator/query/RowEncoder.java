package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.encode.Encoding;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.encode.Format;
import org.speedwell.accelerator.encode.Sink;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.ReferencedValue;
import org.speedwell.accelerator.expression.Source;
import org.speedwell.accelerator.lambda.Functions;

/**
 * Writes the elements of a stream as JSON or CSV in UTF-8. In memory it reads columns, and makes neither an entity nor a
 * string of a value; over any other stream it writes the same bytes from the entities.
 *
 * {@snippet :
 * RowEncoder<Film> json = RowEncoder.json(films)
 *     .remove(Film.DESCRIPTION)
 *     .put("language", language, Language.NAME);        // by a Reference<Film, Language>
 *
 * long rows = films.stream().filter(Film.LENGTH.greaterThan(120)).sorted(Film.TITLE).limit(100).collect(json.into(out));
 * byte[] csv = films.stream().collect(RowEncoder.csv(Film.FILM_ID, Film.TITLE).toBytes());
 * }
 *
 * <p>Labels are those of the entity's properties ({@code filmId}) unless others are put. Values are
 * <ul>
 * <li>whole numbers and decimals: all their digits, in plain notation, trailing zeros too. Some readers of JSON take them for
 *     doubles, which hold 2⁵³ at most.
 * <li>floats and doubles: the fewest digits that tell them, as Java writes them. What is no number is {@code null} in JSON,
 *     and {@code NaN} or {@code Infinity} in CSV; MySQL has none.
 * <li>enums: their names in the database, if they are put as fields, else those of the constants. Booleans are {@code true} and {@code
 *     false}.
 * <li>dates and times: ISO 8601 with seconds, and a fraction if there is one ({@code 2026-11-23T05:30:00.25}). Timestamps of
 *     {@code java.sql} are local to this JVM, as {@code toLocalDateTime()} has them.
 * <li>binary values, large objects and geometries: their bytes in Base64.
 * <li>texts, and texts of anything else. Of a pair of surrogates without its other half JSON has the number ({@code \ud83d}),
 *     CSV U+FFFD.
 * <li>NULL: {@code null} in JSON. In CSV nothing, where an empty text is {@code ""}; of a row of one column an empty line.
 * </ul>
 *
 * <p>Rows come in the order of the stream, a parallel one too. Immutable and thread-safe; the collectors of one may be used
 * again, as far as what they write to may.
 *
 * @param <T> the entities, or the tuples of a join
 */
public final class RowEncoder<T> {
    private final Encoding<T> encoding;

    private RowEncoder(Encoding<T> encoding) {
        this.encoding = encoding;
    }

    /** An array of objects, with all fields of a table. */
    public static <T> RowEncoder<T> json(Manager<T> manager) {
        return of(Format.json(), manager.fields().toList());
    }

    /** An array of objects, with these fields. */
    @SafeVarargs
    public static <T> RowEncoder<T> json(Field<T>... fields) {
        return of(Format.json(), Arrays.asList(fields));
    }

    /** An object a line, each ended by a line feed, with all fields of a table. */
    public static <T> RowEncoder<T> jsonLines(Manager<T> manager) {
        return of(Format.jsonLines(), manager.fields().toList());
    }

    /** An object a line, each ended by a line feed, with these fields. */
    @SafeVarargs
    public static <T> RowEncoder<T> jsonLines(Field<T>... fields) {
        return of(Format.jsonLines(), Arrays.asList(fields));
    }

    /** CSV by RFC 4180: commas, a header, lines ended by CR LF; with all fields of a table. */
    public static <T> RowEncoder<T> csv(Manager<T> manager) {
        return of(Format.csv(','), manager.fields().toList());
    }

    /** CSV as above, with these fields. */
    @SafeVarargs
    public static <T> RowEncoder<T> csv(Field<T>... fields) {
        return of(Format.csv(','), Arrays.asList(fields));
    }

    private static <T> RowEncoder<T> of(Format format, List<Field<T>> fields) {
        List<String> labels = new ArrayList<>();
        List<Encoding.Cell<T>> cells = new ArrayList<>();
        for (Field<T> field : fields) {
            String label = label(field);
            String column = field.identifier().getColumnId();
            labels.add(labels.contains(label) ? column : label);
            cells.add(new Encoding.Cell<>(labels.getLast(), new Source.OfField<>(field)));
        }
        return new RowEncoder<>(new Encoding<>(format, cells));
    }

    /** The name of the entity's property. Generated identifiers are constants that are named after it. */
    private static String label(Field<?> field) {
        String column = field.identifier().getColumnId();
        String name = field.identifier() instanceof Enum<?> constant
                ? named(column, constant.name()).toLowerCase(Locale.ROOT)
                : column;
        StringBuilder label = new StringBuilder();
        boolean isNext = false;
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (letter == '_') {
                isNext = !label.isEmpty();
            } else {
                label.append(isNext ? Character.toUpperCase(letter) : letter);
                isNext = false;
            }
        }
        return label.isEmpty() ? name : label.toString();
    }

    /** Not all letters come back from capitals as they were: "größe" would be "grösse". */
    private static String named(String column, String constant) {
        return column.toUpperCase(Locale.ROOT).equals(constant) ? column : constant;
    }

    /**
     * CSV with another separator.
     *
     * @throws IllegalArgumentException if it may stand in a number or a date, or is not ASCII
     * @throws IllegalStateException if this is no encoder of CSV
     */
    public RowEncoder<T> separator(char separator) {
        return new RowEncoder<>(new Encoding<>(encoding.format().separatedBy(separator), encoding.cells()));
    }

    /**
     * Without a field, whatever its label.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    public RowEncoder<T> remove(Field<T> field) {
        List<Encoding.Cell<T>> left = encoding.cells().stream()
                .filter(cell -> !(cell.source() instanceof Source.OfField<T> of
                        && of.field().identifier().equals(field.identifier())))
                .toList();
        if (left.size() == encoding.cells().size()) {
            throw new IllegalArgumentException(
                    "Column " + field.identifier().getColumnId() + " is not among the columns " + labels() + ".");
        }
        return new RowEncoder<>(new Encoding<>(encoding.format(), left));
    }

    /** With a field under a label of its own: in the place of what has the label, or behind all others. */
    public RowEncoder<T> put(String label, Field<T> field) {
        return with(label, new Source.OfField<>(requireNonNull(field)));
    }

    /**
     * With a field of another row: of the one that a {@link Reference} leads to, or, of a join's tuples, of the one that a
     * getter gives. Where there is none, it is NULL.
     */
    public <R> RowEncoder<T> put(String label, Function<? super T, ? extends @Nullable R> to, Field<R> field) {
        return with(label, new Source.Through<T, R>(requireNonNull(to), requireNonNull(field)));
    }

    /**
     * With what an expression gives.
     *
     * @throws IllegalArgumentException if it is of a class that is not known
     */
    public RowEncoder<T> putExpression(String label, Expression<T> expression) {
        return with(label, Source.of(requireNonNull(expression)));
    }

    /**
     * Returns an encoder that also writes what a function gives. A lambda or method reference is read and runs on columns if it only
     * computes. If columns cannot run a function, all rows are written from entities.
     */
    public RowEncoder<T> putFunction(String label, Function<? super T, ? extends @Nullable Object> function) {
        Functions.lookAtLast(requireNonNull(function), type -> type == RowEncoder.class);
        return with(
                label,
                function instanceof ReferencedValue<?, ?, ?> referenced
                                && referenced.function() instanceof FieldValue<?, ?> value
                        ? through(referenced.path(), value.field())
                        : new Source.OfFunction<T>(function));
    }

    @SuppressWarnings("unchecked") // as a function of T, it is a reference of T, and the field is one of its rows
    private static <T, R> Source<T> through(ReferencePath<?, ?> path, Field<?> field) {
        return new Source.Through<>((Function<T, R>) path, (Field<R>) field);
    }

    private RowEncoder<T> with(String label, Source<T> source) {
        List<Encoding.Cell<T>> cells = new ArrayList<>(encoding.cells());
        int place = labels().indexOf(requireNonNull(label));
        if (place < 0) {
            cells.add(new Encoding.Cell<>(label, source));
        } else {
            cells.set(place, new Encoding.Cell<>(label, source));
        }
        return new RowEncoder<>(new Encoding<>(encoding.format(), cells));
    }

    /** The labels, in their order. */
    public List<String> labels() {
        return encoding.cells().stream().map(Encoding.Cell::label).toList();
    }

    /**
     * Writes all rows to a stream, which is neither flushed nor closed, and gives their number. From memory they are handed over in blocks
     * of some 64 KB while others are read; elements of other streams are kept until the last of them has come. What the stream throws is thrown as
     * {@link java.io.UncheckedIOException}; what has been written by then stays written.
     */
    public Collector<T, ?, Long> into(OutputStream out) {
        requireNonNull(out);
        return writing(() -> Sink.of(out));
    }

    /** As {@link #into(OutputStream)}, into a channel. One that does not block is asked until it has taken all. */
    public Collector<T, ?, Long> into(WritableByteChannel channel) {
        requireNonNull(channel);
        return writing(() -> Sink.of(channel));
    }

    /**
     * As {@link #into(OutputStream)}, into a buffer from its position on. Where it has no room for all,
     * {@link java.nio.BufferOverflowException} is thrown.
     */
    public Collector<T, ?, Long> into(ByteBuffer buffer) {
        requireNonNull(buffer);
        return writing(() -> Sink.of(buffer));
    }

    private Collector<T, ?, Long> writing(Supplier<Sink<Long>> sinks) {
        return new EncodingCollector<>(requireCells(), sinks, true);
    }

    /** Gives all rows as bytes: at most 2 GB. */
    public Collector<T, ?, byte[]> toBytes() {
        return new EncodingCollector<>(requireCells(), Sink::bytes, false);
    }

    /** One row by itself: an object of JSON, or a record of CSV without header and line end. */
    public byte[] encode(T row) {
        return requireCells().encode(requireNonNull(row));
    }

    private Encoding<T> requireCells() {
        if (encoding.cells().isEmpty()) {
            throw new IllegalStateException("There is no column to write: put one, or begin with all of a manager.");
        }
        return encoding;
    }

    @Override
    public String toString() {
        return encoding.format() + " of " + labels();
    }
}
