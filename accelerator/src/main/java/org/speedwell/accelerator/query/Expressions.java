package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.compute.ToBigDecimalNullable;
import com.speedment.runtime.compute.ToDouble;
import com.speedment.runtime.compute.ToDoubleNullable;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToIntNullable;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.ToLongNullable;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.compute.ToStringNullable;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expression.Compared;
import org.speedwell.accelerator.expression.Computed;
import org.speedwell.accelerator.expression.DatePart;
import org.speedwell.accelerator.expression.Formulas;
import org.speedwell.accelerator.expression.Like;
import org.speedwell.accelerator.text.TextPattern;

/**
 * Expressions that Speedment lacks, in Speedment's types. They can be mapped to, sorted by, grouped by, composed, and
 * extended with Speedment's operators. In memory they run on columns; over any other stream they are functions of
 * entities.
 *
 * {@snippet :
 * Map<Integer, BigDecimal> revenue = payments.stream()
 *     .filter(compare(month(Payment.PAYMENT_DATE)).lessThan(7))
 *     .collect(groupingBy(year(Payment.PAYMENT_DATE), summingDecimal(
 *         decimal(Payment.AMOUNT).multiply(when(large, new BigDecimal("0.90")).orElse(BigDecimal.ONE)))));
 * }
 *
 * <p>The name of a function says what it does with a null value: {@code year} throws a {@link NullPointerException},
 * {@code yearOrNull} returns null.
 *
 * <p>Parts of dates and times follow {@code java.time}. For the classes of {@code java.sql} they are the results of
 * {@code toLocalDateTime}, {@code toLocalDate} and {@code toLocalTime} in the JVM's time zone. A part that the class
 * lacks, such as the hour of a date, throws {@link java.time.temporal.UnsupportedTemporalTypeException} when a value is
 * read. A field that is neither a date nor a time throws {@link IllegalArgumentException} when a value is read.
 */
@SuppressWarnings({"overloads", "varargs"}) // a lambda is never one of these expressions
public final class Expressions {
    private Expressions() {}

    /** Returns the year; a null value is an error. */
    public static <T> ToInt<T> year(ReferenceField<T, ?, ?> field) {
        return part(DatePart.YEAR, field);
    }

    /** Returns the year; null where the field is null. */
    public static <T> ToIntNullable<T> yearOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.YEAR, field);
    }

    /** Returns the quarter, from 1 to 4; a null value is an error. */
    public static <T> ToInt<T> quarter(ReferenceField<T, ?, ?> field) {
        return part(DatePart.QUARTER, field);
    }

    /** Returns the quarter, from 1 to 4; null where the field is null. */
    public static <T> ToIntNullable<T> quarterOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.QUARTER, field);
    }

    /** Returns the month, from 1 to 12; a null value is an error. */
    public static <T> ToInt<T> month(ReferenceField<T, ?, ?> field) {
        return part(DatePart.MONTH, field);
    }

    /** Returns the month, from 1 to 12; null where the field is null. */
    public static <T> ToIntNullable<T> monthOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.MONTH, field);
    }

    /** Returns the day of the month, from 1; a null value is an error. */
    public static <T> ToInt<T> dayOfMonth(ReferenceField<T, ?, ?> field) {
        return part(DatePart.DAY_OF_MONTH, field);
    }

    /** Returns the day of the month, from 1; null where the field is null. */
    public static <T> ToIntNullable<T> dayOfMonthOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.DAY_OF_MONTH, field);
    }

    /** Returns the day of the week, from 1 for Monday to 7 for Sunday; a null value is an error. */
    public static <T> ToInt<T> dayOfWeek(ReferenceField<T, ?, ?> field) {
        return part(DatePart.DAY_OF_WEEK, field);
    }

    /** Returns the day of the week, from 1 for Monday to 7 for Sunday; null where the field is null. */
    public static <T> ToIntNullable<T> dayOfWeekOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.DAY_OF_WEEK, field);
    }

    /** Returns the hour of the day, from 0 to 23; a null value is an error. */
    public static <T> ToInt<T> hour(ReferenceField<T, ?, ?> field) {
        return part(DatePart.HOUR, field);
    }

    /** Returns the hour of the day, from 0 to 23; null where the field is null. */
    public static <T> ToIntNullable<T> hourOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.HOUR, field);
    }

    /** Returns the minute of the hour, from 0 to 59; a null value is an error. */
    public static <T> ToInt<T> minute(ReferenceField<T, ?, ?> field) {
        return part(DatePart.MINUTE, field);
    }

    /** Returns the minute of the hour, from 0 to 59; null where the field is null. */
    public static <T> ToIntNullable<T> minuteOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.MINUTE, field);
    }

    /** Returns the second of the minute, from 0 to 59; a null value is an error. */
    public static <T> ToInt<T> second(ReferenceField<T, ?, ?> field) {
        return part(DatePart.SECOND, field);
    }

    /** Returns the second of the minute, from 0 to 59; null where the field is null. */
    public static <T> ToIntNullable<T> secondOrNull(ReferenceField<T, ?, ?> field) {
        return partOrNull(DatePart.SECOND, field);
    }

    private static <T> ToInt<T> part(DatePart part, ReferenceField<T, ?, ?> field) {
        return new Computed.OfInt<>(Formulas.partOfDate(part, requireNonNull(field)));
    }

    private static <T> ToIntNullable<T> partOrNull(DatePart part, ReferenceField<T, ?, ?> field) {
        return new Computed.OfIntNullable<>(Formulas.partOfDateOrNull(part, requireNonNull(field)));
    }

    /**
     * Returns the chars of a text from an index to its end; empty if the text is shorter. A null text is an error.
     *
     * @param from the index of the first char, from 0
     * @throws IllegalArgumentException if {@code from} is negative
     */
    public static <T> ToString<T> substring(ToString<T> text, int from) {
        return substring(text, from, Integer.MAX_VALUE);
    }

    /** Returns the same as {@link #substring(ToString, int)}. */
    public static <T> ToString<T> substring(ToStringNullable<T> text, int from) {
        return substring(text, from, Integer.MAX_VALUE);
    }

    /**
     * Returns the chars of a text from one index to another, or to its end if the text is shorter. A null text is an
     * error.
     *
     * @param from the index of the first char, from 0
     * @param to the index after the last char
     * @throws IllegalArgumentException if {@code from} is negative, or {@code to} is less than {@code from}
     */
    public static <T> ToString<T> substring(ToString<T> text, int from, int to) {
        return new Computed.OfText<>(partOf(text, from, to, false));
    }

    /** Returns the same as {@link #substring(ToString, int, int)}. */
    public static <T> ToString<T> substring(ToStringNullable<T> text, int from, int to) {
        return new Computed.OfText<>(partOf(text, from, to, false));
    }

    /** Returns the same as {@link #substring(ToString, int)}, and null where the text is null. */
    public static <T> ToStringNullable<T> substringOrNull(ToStringNullable<T> text, int from) {
        return substringOrNull(text, from, Integer.MAX_VALUE);
    }

    /** Returns the same as {@link #substring(ToString, int, int)}, and null where the text is null. */
    public static <T> ToStringNullable<T> substringOrNull(ToStringNullable<T> text, int from, int to) {
        return new Computed.OfTextNullable<>(partOf(text, from, to, true));
    }

    private static Expr partOf(Object text, int from, int to, boolean isNullable) {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(
                    "There is no substring from " + from + " to " + to + ": from is at least 0, to is at least from.");
        }
        return Formulas.partOfText(requireNonNull(text), from, to, isNullable);
    }

    /** Returns the number of chars of a text; a null text is an error. */
    public static <T> ToInt<T> length(ToString<T> text) {
        return new Computed.OfInt<>(Formulas.length(requireNonNull(text), false));
    }

    /** Returns the number of chars of a text; a null text is an error. */
    public static <T> ToInt<T> length(ToStringNullable<T> text) {
        return new Computed.OfInt<>(Formulas.length(requireNonNull(text), false));
    }

    /** Returns the number of chars of a text; null where the text is null. */
    public static <T> ToIntNullable<T> lengthOrNull(ToStringNullable<T> text) {
        return new Computed.OfIntNullable<>(Formulas.length(requireNonNull(text), true));
    }

    /**
     * Returns the first value that is not null, or null. Use {@code orElse} of the result for a constant instead of
     * null.
     */
    @SafeVarargs
    public static <T> ToIntNullable<T> coalesce(ToIntNullable<T> first, ToIntNullable<T>... others) {
        return new Computed.OfIntNullable<>(firstPresent(first, others));
    }

    /**
     * Returns the first value that is not null, or null. Use {@code orElse} of the result for a constant instead of
     * null.
     */
    @SafeVarargs
    public static <T> ToLongNullable<T> coalesce(ToLongNullable<T> first, ToLongNullable<T>... others) {
        return new Computed.OfLongNullable<>(firstPresent(first, others));
    }

    /**
     * Returns the first value that is not null, or null. Use {@code orElse} of the result for a constant instead of
     * null.
     */
    @SafeVarargs
    public static <T> ToDoubleNullable<T> coalesce(ToDoubleNullable<T> first, ToDoubleNullable<T>... others) {
        return new Computed.OfDoubleNullable<>(firstPresent(first, others));
    }

    /**
     * Returns the first value that is not null, or null. Use {@code orElse} of the result for a constant instead of
     * null.
     */
    @SafeVarargs
    public static <T> ToStringNullable<T> coalesce(ToStringNullable<T> first, ToStringNullable<T>... others) {
        return new Computed.OfTextNullable<>(firstPresent(first, others));
    }

    /**
     * Returns the first value that is not null, or null. Use {@code orElse} of the result for a constant instead of
     * null.
     */
    @SafeVarargs
    public static <T> ToBigDecimalNullable<T> coalesce(
            ToBigDecimalNullable<T> first, ToBigDecimalNullable<T>... others) {
        return new Computed.OfDecimalNullable<>(firstPresent(first, others));
    }

    /**
     * Returns the value that a map holds for the value of a field; null where the map has none. The map is copied. It
     * may be a result of {@code groupingBy}, so that a predicate or an aggregate can use an aggregate of the row's
     * group:
     *
     * {@snippet :
     * Map<Short, Double> averages = films.stream().collect(groupingBy(Film.RENTAL_DURATION, averagingInt(Film.LENGTH.asInt().orElse(0))));
     * films.stream().filter(compare(Film.LENGTH.asDouble())
     *     .greaterThan(compare(lookUpDouble(Film.RENTAL_DURATION, averages))));
     * }
     */
    public static <T, K extends Comparable<? super K>> ToDoubleNullable<T> lookUpDouble(
            HasComparableOperators<T, K> key, Map<K, Double> values) {
        return new Computed.OfDoubleNullable<>(Formulas.lookUp(requireNonNull(key), values, Kind.DOUBLE));
    }

    /** Returns the value that a map holds for the value of a field, like {@link #lookUpDouble}. */
    public static <T, K extends Comparable<? super K>> ToIntNullable<T> lookUpInt(
            HasComparableOperators<T, K> key, Map<K, Integer> values) {
        return new Computed.OfIntNullable<>(Formulas.lookUp(requireNonNull(key), values, Kind.INT));
    }

    /** Returns the value that a map holds for the value of a field, like {@link #lookUpDouble}. */
    public static <T, K extends Comparable<? super K>> ToLongNullable<T> lookUpLong(
            HasComparableOperators<T, K> key, Map<K, Long> values) {
        return new Computed.OfLongNullable<>(Formulas.lookUp(requireNonNull(key), values, Kind.LONG));
    }

    /** Returns the value that a map holds for the value of a field, like {@link #lookUpDouble}. */
    public static <T, K extends Comparable<? super K>> ToStringNullable<T> lookUpText(
            HasComparableOperators<T, K> key, Map<K, String> values) {
        return new Computed.OfTextNullable<>(Formulas.lookUp(requireNonNull(key), values, Kind.OBJECT));
    }

    /** Returns the value that a map holds for the value of a field, like {@link #lookUpDouble}. */
    public static <T, K extends Comparable<? super K>> ToBigDecimalNullable<T> lookUpDecimal(
            HasComparableOperators<T, K> key, Map<K, BigDecimal> values) {
        return new Computed.OfDecimalNullable<>(Formulas.lookUp(requireNonNull(key), values, Kind.DECIMAL));
    }

    @SafeVarargs
    private static <X extends Expression<?>> Expr firstPresent(X first, X... others) {
        return Formulas.firstPresent(
                Stream.concat(Stream.of(first), Stream.of(others)).toList());
    }

    /**
     * Starts a value that depends on predicates: {@code when(a, 1).when(b, 2).orElse(0)}. In memory it runs on columns
     * if each predicate is of fields, expressions or references, or is a lambda that can be analyzed and cannot throw.
     * With any other predicate it is computed from entities.
     */
    public static <T> Case<T, ToInt<T>, Integer> when(Predicate<T> predicate, int value) {
        return Expressions.<T>ints().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, ToInt<T>, Integer> when(Predicate<? super T> predicate, ToInt<T> value) {
        return Expressions.<T>ints().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, ToLong<T>, Long> when(Predicate<T> predicate, long value) {
        return Expressions.<T>longs().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, ToLong<T>, Long> when(Predicate<? super T> predicate, ToLong<T> value) {
        return Expressions.<T>longs().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, ToDouble<T>, Double> when(Predicate<T> predicate, double value) {
        return Expressions.<T>doubles().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, ToDouble<T>, Double> when(Predicate<? super T> predicate, ToDouble<T> value) {
        return Expressions.<T>doubles().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, ToString<T>, String> when(Predicate<T> predicate, String value) {
        return Expressions.<T>texts().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, ToString<T>, String> when(Predicate<? super T> predicate, ToString<T> value) {
        return Expressions.<T>texts().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, Decimal<T>, BigDecimal> when(Predicate<T> predicate, BigDecimal value) {
        return Expressions.<T>decimals().when(predicate, value);
    }

    /** Starts a value that depends on predicates, like {@link #when(Predicate, int)}. */
    public static <T> Case<T, Decimal<T>, BigDecimal> when(Predicate<? super T> predicate, Decimal<T> value) {
        return Expressions.<T>decimals().when(predicate, value);
    }

    private static <T> Case<T, ToInt<T>, Integer> ints() {
        return new Case<>(Computed.OfInt::new, value -> new Computed.OfInt<>(new Expr.Constant(value)));
    }

    private static <T> Case<T, ToLong<T>, Long> longs() {
        return new Case<>(Computed.OfLong::new, value -> new Computed.OfLong<>(new Expr.Constant(value)));
    }

    private static <T> Case<T, ToDouble<T>, Double> doubles() {
        return new Case<>(Computed.OfDouble::new, value -> new Computed.OfDouble<>(new Expr.Constant(value)));
    }

    private static <T> Case<T, ToString<T>, String> texts() {
        return new Case<>(Computed.OfText::new, value -> new Computed.OfText<>(new Expr.Constant(value)));
    }

    private static <T> Case<T, Decimal<T>, BigDecimal> decimals() {
        return new Case<>(ExactDecimal::new, Expressions::decimal);
    }

    /** Returns a field of decimals as an exact expression; a null value is an error. */
    public static <T> Decimal<T> decimal(ReferenceField<T, ?, BigDecimal> field) {
        return new ExactDecimal<>(Formulas.decimal(requireNonNull(field)));
    }

    /**
     * Returns an expression of decimals as an exact one, for example {@code
     * Film.REPLACEMENT_COST.asBigDecimal().orElse(ZERO)}.
     */
    public static <T> Decimal<T> decimal(ToBigDecimal<T> expression) {
        return new ExactDecimal<>(Formulas.decimal(requireNonNull(expression)));
    }

    /** Returns integers as decimals of scale 0. */
    public static <T> Decimal<T> decimal(ToInt<T> expression) {
        return new ExactDecimal<>(Formulas.decimal(requireNonNull(expression)));
    }

    /** Returns integers as decimals of scale 0. */
    public static <T> Decimal<T> decimal(ToLong<T> expression) {
        return new ExactDecimal<>(Formulas.decimal(requireNonNull(expression)));
    }

    /** Returns a constant, for any entity. */
    public static <T> Decimal<T> decimal(BigDecimal value) {
        return new ExactDecimal<>(new Expr.Constant(requireNonNull(value)));
    }

    /** Returns a constant of scale 0, for any entity. */
    public static <T> Decimal<T> decimal(long value) {
        return decimal(BigDecimal.valueOf(value));
    }

    /**
     * Returns a predicate that holds for texts that match a pattern of SQL's {@code LIKE}. {@code %} matches any
     * characters, {@code _} one, and a backslash escapes the next character. The match is case-sensitive, whatever the
     * collation. For a null text neither the predicate nor its negation holds.
     */
    public static <T> SpeedmentPredicate<T> like(ReferenceField<T, ?, String> field, String pattern) {
        return new Like<>(requireNonNull(field), TextPattern.like(requireNonNull(pattern)), false);
    }

    /**
     * Returns a predicate that holds for texts that a regular expression matches as a whole, as {@link String#matches}.
     * For a null text neither the predicate nor its negation holds.
     *
     * @throws java.util.regex.PatternSyntaxException if the syntax of the expression is invalid
     */
    public static <T> SpeedmentPredicate<T> matches(ToStringNullable<T> text, String regex) {
        return new Compared<>(text, new Compared.Matching(Pattern.compile(regex)), false);
    }

    /** Returns the predicate {@link #matches(ToStringNullable, String)} for a text that is never null. */
    public static <T> SpeedmentPredicate<T> matches(ToString<T> text, String regex) {
        return new Compared<>(text, new Compared.Matching(Pattern.compile(regex)), false);
    }

    /** Starts a predicate on an expression: {@code filter(compare(year(Rental.RENTAL_DATE)).between(2005, 2007))}. */
    public static <T> Comparison<T, Integer> compare(ToInt<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, Integer> compare(ToIntNullable<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, Long> compare(ToLong<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, Long> compare(ToLongNullable<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, Double> compare(ToDouble<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, Double> compare(ToDoubleNullable<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, String> compare(ToString<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, String> compare(ToStringNullable<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, BigDecimal> compare(ToBigDecimal<T> expression) {
        return new Comparison<>(expression);
    }

    /** Starts a predicate on an expression. */
    public static <T> Comparison<T, BigDecimal> compare(ToBigDecimalNullable<T> expression) {
        return new Comparison<>(expression);
    }
}
