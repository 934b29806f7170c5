package org.speedwell.accelerator.question;

import com.speedment.common.tuple.Tuple;
import com.speedment.common.tuple.TupleOfNullables;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Conversions of answers to a form that can be compared by content and printed. */
final class Answers {
    /** The largest result whose rows are compared as a whole. Larger results are compared by key. */
    private static final int WHOLE_ROWS = 200;

    private static final int MAX_PRINTED = 2_000;

    private Answers() {}

    /**
     * A number that is computed only approximately.
     *
     * @param size the magnitude of the numbers from which it is computed
     */
    record About(double value, double size) {
        boolean matches(@Nullable Object actual) {
            if (!(actual instanceof Double number)) {
                return false;
            }
            return !Double.isFinite(size)
                    || !Double.isFinite(value)
                    || Math.abs(number - value) <= 1e-9 * Math.max(size, Math.abs(value));
        }
    }

    static @Nullable Object plain(@Nullable Object answer) {
        return plain(answer, true);
    }

    private static @Nullable Object plain(@Nullable Object answer, boolean isWhole) {
        return switch (answer) {
            case null -> null;
            case byte[] bytes -> new String(bytes, StandardCharsets.ISO_8859_1);
            case int[] all -> Arrays.stream(all).boxed().toList();
            case long[] all -> Arrays.stream(all).boxed().toList();
            case double[] all -> Arrays.stream(all).boxed().toList();
            case Optional<?> optional -> Optional.ofNullable(plain(optional.orElse(null), isWhole));
            case OptionalInt optional -> optional.isPresent() ? Optional.of(optional.getAsInt()) : Optional.empty();
            case OptionalLong optional -> optional.isPresent() ? Optional.of(optional.getAsLong()) : Optional.empty();
            case OptionalDouble optional ->
                optional.isPresent() ? Optional.of(optional.getAsDouble()) : Optional.empty();
            case IntSummaryStatistics of -> List.of(of.getCount(), of.getSum(), of.getMin(), of.getMax());
            case LongSummaryStatistics of -> List.of(of.getCount(), of.getSum(), of.getMin(), of.getMax());
            case DoubleSummaryStatistics of -> List.of(of.getCount(), of.getSum(), of.getMin(), of.getMax());
            case Evaluation.Tuple tuple -> {
                List<@Nullable Object> rows = new ArrayList<>();
                tuple.rows().forEach(row -> rows.add(row(row, isWhole)));
                yield rows.size() == 1 ? rows.getFirst() : rows;
            }
            case Tuple tuple -> {
                List<@Nullable Object> rows = new ArrayList<>();
                for (int i = 0; i < tuple.degree(); i++) {
                    rows.add(entity(tuple.get(i), isWhole));
                }
                yield rows;
            }
            case TupleOfNullables tuple -> {
                List<@Nullable Object> rows = new ArrayList<>();
                for (int i = 0; i < tuple.degree(); i++) {
                    Object row = tuple.get(i).orElse(null);
                    rows.add(row == null ? null : entity(row, isWhole));
                }
                yield rows;
            }
            case List<?> list -> {
                List<@Nullable Object> all = new ArrayList<>(list.size());
                boolean isShort = isWhole && list.size() <= WHOLE_ROWS;
                list.forEach(element -> all.add(plain(element, isShort)));
                yield all;
            }
            case Map<?, ?> map -> {
                Map<@Nullable Object, @Nullable Object> all = new HashMap<>();
                map.forEach((key, value) -> all.put(plain(key, isWhole), plain(value, isWhole)));
                yield all;
            }
            case About about -> about;
            case Record record -> {
                List<@Nullable Object> parts = new ArrayList<>();
                for (RecordComponent part : record.getClass().getRecordComponents()) {
                    try {
                        parts.add(plain(part.getAccessor().invoke(record), isWhole));
                    } catch (ReflectiveOperationException e) {
                        throw new AssertionError(e);
                    }
                }
                yield parts;
            }
            default -> Rows.isRow(answer) ? entity(answer, isWhole) : answer;
        };
    }

    private static @Nullable Object row(@Nullable Object @Nullable [] row, boolean isWhole) {
        if (row == null) {
            return null;
        }
        if (!isWhole) {
            return "row " + row[RowColumn.ID.ordinal()];
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (Object value : row) {
            values.add(plain(value));
        }
        return values;
    }

    private static @Nullable Object entity(Object entity, boolean isWhole) {
        @Nullable Object[] values = new @Nullable Object[RowColumn.ALL.size()];
        for (RowColumn column : isWhole ? RowColumn.ALL : List.of(RowColumn.ID)) {
            values[column.ordinal()] = Rows.field(column).getter().apply(entity);
        }
        return row(values, isWhole);
    }

    static boolean same(@Nullable Object expected, @Nullable Object actual) {
        if (expected instanceof About about) {
            return about.matches(actual);
        }
        if (expected instanceof List<?> one && actual instanceof List<?> other) {
            if (one.size() != other.size()) {
                return false;
            }
            for (int i = 0; i < one.size(); i++) {
                if (!same(one.get(i), other.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (expected instanceof Map<?, ?> one && actual instanceof Map<?, ?> other) {
            return one.keySet().equals(other.keySet())
                    && one.entrySet().stream().allMatch(entry -> same(entry.getValue(), other.get(entry.getKey())));
        }
        return Objects.equals(expected, actual);
    }

    /** Returns both answers from the first difference on. */
    static String difference(@Nullable Object expected, @Nullable Object actual) {
        if (expected instanceof List<?> one && actual instanceof List<?> other) {
            int place = 0;
            while (place < Math.min(one.size(), other.size()) && same(one.get(place), other.get(place))) {
                place++;
            }
            return "expected %,d, actual %,d, from place %,d on:\n  expected %s\n  actual   %s"
                    .formatted(one.size(), other.size(), place, text(next(one, place)), text(next(other, place)));
        }
        return "\n  expected %s\n  actual   %s".formatted(text(expected), text(actual));
    }

    private static List<?> next(List<?> all, int place) {
        return all.subList(place, Math.min(all.size(), place + 3));
    }

    private static String text(@Nullable Object of) {
        String text = String.valueOf(of);
        return text.length() > MAX_PRINTED ? text.substring(0, MAX_PRINTED) + "…" : text;
    }
}
