package org.speedwell.accelerator.arrow;

import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.SnapshotView;

/** The values of rows as texts that are equal if and only if the values are. */
final class Values {
    private Values() {}

    /** Returns the rows of a stream: the values by the names of the columns in the database. */
    static <E> List<Map<String, String>> rows(SnapshotView version, Manager<E> manager) {
        List<Field<E>> fields = manager.fields().toList();
        List<Map<String, String>> rows = new ArrayList<>();
        version.stream(manager).forEach(entity -> {
            Map<String, String> row = new LinkedHashMap<>();
            fields.forEach(field -> row.put(field.identifier().getColumnId(), text(field, entity)));
            rows.add(row);
        });
        return rows;
    }

    @SuppressWarnings("unchecked")
    private static <E> String text(Field<E> field, E entity) {
        Object value = field.getter().apply(entity);
        if (value instanceof Enum<?> constant && field instanceof EnumField<?, ?, ?>) {
            value = ((EnumField<E, ?, ?>) field).enumToString().apply(cast(constant));
        }
        return text(value);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> T cast(Object value) {
        return (T) value;
    }

    static String text(@Nullable Object value) {
        try {
            return switch (value) {
                case null -> "null";
                case Byte number -> number.toString();
                case Short number -> number.toString();
                case Integer number -> number.toString();
                case Long number -> number.toString();
                case BigInteger number -> number.toString();
                case BigDecimal number -> number.toPlainString();
                case Float number -> "float " + Integer.toHexString(Float.floatToIntBits(number));
                case Double number -> "double " + Long.toHexString(Double.doubleToLongBits(number));
                case Date date -> date.toLocalDate().toString();
                case Time time ->
                    text(time.toLocalTime().with(ChronoField.MILLI_OF_SECOND, Math.floorMod(time.getTime(), 1_000)));
                case LocalTime time -> "time " + time.toNanoOfDay();
                case Timestamp time -> text(time.toLocalDateTime());
                case LocalDateTime time -> time.toString();
                case byte[] bytes -> HexFormat.of().formatHex(bytes);
                case Blob blob -> text(bytes(blob));
                case String text ->
                    "'" + new String(text.getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16) + "'";
                default -> value.toString();
            };
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(Blob blob) throws SQLException {
        try (InputStream in = blob.getBinaryStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
