package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
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
import org.speedwell.accelerator.encode.JsonText;
import org.speedwell.accelerator.encode.Sink;
import org.speedwell.accelerator.expression.FieldValue;
import org.speedwell.accelerator.expression.ReferencePath;
import org.speedwell.accelerator.expression.ReferencedValue;
import org.speedwell.accelerator.expression.Source;
import org.speedwell.accelerator.lambda.Functions;

/**
 * An encoder that writes the elements of a stream as JSON or CSV in UTF-8. In memory it reads columns, and makes no
 * entities and no strings. Over any other stream it writes the same bytes from the entities.
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
 * <p>Labels are the names of the entity's properties ({@code filmId}) unless {@code put} sets others. Values are
 * <ul>
 * <li>integers and decimals: all their digits, in plain notation, with trailing zeros. Some JSON readers take them for
 * doubles, which are exact up to 2⁵³ only.
 * <li>floats and doubles: the shortest digits that identify them, as Java writes them. NaN and infinities are {@code
 * null} in JSON, and {@code NaN} or {@code Infinity} in CSV; MySQL has none.
 * <li>enums: their database names if they are put as fields, else the names of the constants. Booleans are {@code true}
 * and {@code false}.
 * <li>dates and times: ISO 8601 with seconds, and a fraction if there is one ({@code 2026-11-23T05:30:00.25}).
 * Timestamps of {@code java.sql} are local to this JVM, as {@code toLocalDateTime()} gives them.
 * <li>objects of JSON columns, and fields of {@link #putJson}: their JSON, as a text in CSV.
 * <li>binary values, large objects and geometries: their bytes in Base64.
 * <li>texts, and the text form of anything else. An unpaired surrogate is an escape ({@code \ud83d}) in JSON, and
 * U+FFFD in CSV.
 * <li>NULL: {@code null} in JSON. In CSV an empty field, while an empty text is {@code ""}; in a row of one column an
 * empty line.
 * </ul>
 *
 * <p>Rows are in the order of the stream, also of a parallel one. Immutable and thread-safe. The collectors of an
 * encoder can be reused if their target can.
 *
 * @param <T> the entities, or the tuples of a join
 */
public final class RowEncoder<T> {
    private final Encoding<T> encoding;

    private RowEncoder(Encoding<T> encoding) {
        this.encoding = encoding;
    }

    /** Creates an encoder of an array of objects, with all fields of a table. */
    public static <T> RowEncoder<T> json(Manager<T> manager) {
        return of(Format.json(), manager.fields().toList());
    }

    /** Creates an encoder of an array of objects, with these fields. */
    @SafeVarargs
    public static <T> RowEncoder<T> json(Field<T>... fields) {
        return of(Format.json(), Arrays.asList(fields));
    }

    /** Creates an encoder of one object a line, each ended by a line feed, with all fields of a table. */
    public static <T> RowEncoder<T> jsonLines(Manager<T> manager) {
        return of(Format.jsonLines(), manager.fields().toList());
    }

    /** Creates an encoder of one object a line, each ended by a line feed, with these fields. */
    @SafeVarargs
    public static <T> RowEncoder<T> jsonLines(Field<T>... fields) {
        return of(Format.jsonLines(), Arrays.asList(fields));
    }

    /**
     * Creates an encoder of CSV by RFC 4180, with all fields of a table. It writes commas, a header, and CR LF at the
     * end of lines.
     */
    public static <T> RowEncoder<T> csv(Manager<T> manager) {
        return of(Format.csv(','), manager.fields().toList());
    }

    /** Creates an encoder of CSV by RFC 4180, with these fields. */
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

    /** Returns the name of the entity's property. The generated identifiers are constants with the property's name. */
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

    /**
     * Returns the name from which to make a label: the column's name if the constant is its upper case, else the
     * constant's. Case conversion of the constant would lose letters: "größe" would become "grösse".
     */
    private static String named(String column, String constant) {
        return column.toUpperCase(Locale.ROOT).equals(constant) ? column : constant;
    }

    /**
     * Returns an encoder of CSV with another separator.
     *
     * @throws IllegalArgumentException if the separator can occur in a number or a date, or is not ASCII
     * @throws IllegalStateException if this encoder does not write CSV
     */
    public RowEncoder<T> separator(char separator) {
        return new RowEncoder<>(new Encoding<>(encoding.format().separatedBy(separator), encoding.cells()));
    }

    /**
     * Returns an encoder without a field, whatever its label.
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

    /**
     * Returns an encoder with a field under this label. It replaces the value that has the label, or goes to the end.
     */
    public RowEncoder<T> put(String label, Field<T> field) {
        return with(label, new Source.OfField<>(requireNonNull(field)));
    }

    /**
     * Returns an encoder with a field under this label, like {@link #put(String, Field)}. The values of the field are
     * objects with a form in JSON, such as those of a JSON column. An encoder of CSV writes the JSON as a text.
     *
     * @param json returns the JSON of a value, which is not null
     */
    @SuppressWarnings("unchecked") // the field has such values
    public <V> RowEncoder<T> putJson(String label, ReferenceField<T, ?, V> field, Function<? super V, String> json) {
        requireNonNull(json);
        return with(label, new Source.OfField<>(requireNonNull(field), value -> new JsonText(json.apply((V) value))));
    }

    /**
     * Returns an encoder that also writes a field of another row. The function is a {@link Reference} to that row, or a
     * getter of a join's tuple. If there is no such row, the value is NULL.
     */
    public <R> RowEncoder<T> put(String label, Function<? super T, ? extends @Nullable R> to, Field<R> field) {
        return with(label, new Source.Through<T, R>(requireNonNull(to), requireNonNull(field)));
    }

    /**
     * Returns an encoder that also writes the value of an expression.
     *
     * @throws IllegalArgumentException if the class of the expression is unknown
     */
    public RowEncoder<T> putExpression(String label, Expression<T> expression) {
        return with(label, Source.of(requireNonNull(expression)));
    }

    /**
     * Returns an encoder that also writes the result of a function. A lambda or method reference that only computes is
     * analyzed and runs on columns. If columns cannot run a function, the encoder writes all rows from entities.
     */
    public RowEncoder<T> putFunction(String label, Function<? super T, ? extends @Nullable Object> function) {
        Functions.recognizeLast(requireNonNull(function), type -> type == RowEncoder.class);
        return with(
                label,
                function instanceof ReferencedValue<?, ?, ?> referenced
                                && referenced.function() instanceof FieldValue<?, ?> value
                        ? through(referenced.path(), value.field())
                        : new Source.OfFunction<T>(function));
    }

    @SuppressWarnings("unchecked") // as a function of T, it is a reference of T, and the field is of its rows
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

    /** Returns the labels in their order. */
    public List<String> labels() {
        return encoding.cells().stream().map(Encoding.Cell::label).toList();
    }

    /**
     * Returns a collector that writes all rows to a stream and gives their number. It neither flushes nor closes the
     * stream. From memory it writes blocks of about 64 KB while it reads further rows; elements of other streams are
     * kept until the last has been read. An exception of the stream is thrown as {@link java.io.UncheckedIOException};
     * the bytes written before stay written.
     */
    public Collector<T, ?, Long> into(OutputStream out) {
        requireNonNull(out);
        return writing(() -> Sink.of(out));
    }

    /**
     * Returns a collector like {@link #into(OutputStream)}, for a channel. It repeats the write to a non-blocking
     * channel until all bytes are written.
     */
    public Collector<T, ?, Long> into(WritableByteChannel channel) {
        requireNonNull(channel);
        return writing(() -> Sink.of(channel));
    }

    /**
     * Returns a collector like {@link #into(OutputStream)}, for a buffer from its position. If the rows do not fit, it
     * throws {@link java.nio.BufferOverflowException}.
     */
    public Collector<T, ?, Long> into(ByteBuffer buffer) {
        requireNonNull(buffer);
        return writing(() -> Sink.of(buffer));
    }

    private Collector<T, ?, Long> writing(Supplier<Sink<Long>> sinks) {
        return new EncodingCollector<>(requireCells(), sinks, true);
    }

    /** Returns a collector that gives all rows as bytes: at most 2 GB. */
    public Collector<T, ?, byte[]> toBytes() {
        return new EncodingCollector<>(requireCells(), Sink::bytes, false);
    }

    /** Encodes one row by itself: a JSON object, or a CSV record without header and line end. */
    public byte[] encode(T row) {
        return requireCells().encode(requireNonNull(row));
    }

    private Encoding<T> requireCells() {
        if (encoding.cells().isEmpty()) {
            throw new IllegalStateException(
                    "The encoder has no columns. Add one with put(…), or start with all columns of a manager.");
        }
        return encoding;
    }

    @Override
    public String toString() {
        return encoding.format() + " of " + labels();
    }
}
