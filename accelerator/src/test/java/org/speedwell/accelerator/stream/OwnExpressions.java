package org.speedwell.accelerator.stream;

import static org.speedwell.accelerator.query.Expressions.coalesce;
import static org.speedwell.accelerator.query.Expressions.compare;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.length;
import static org.speedwell.accelerator.query.Expressions.lengthOrNull;
import static org.speedwell.accelerator.query.Expressions.lookUpInt;
import static org.speedwell.accelerator.query.Expressions.substring;
import static org.speedwell.accelerator.query.Expressions.substringOrNull;
import static org.speedwell.accelerator.query.Expressions.when;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.compute.ToDouble;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToIntNullable;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.compute.trait.ToNullable;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.accelerator.query.Expressions;

/**
 * A source of random Speedwell expressions over the fields of one table. Methods return null if the table has no
 * suitable field.
 *
 * @param mayThrow true if an expression may throw for null
 */
record OwnExpressions<E>(List<Field<E>> fields, EntityTable.Shape shape, RandomGenerator random, boolean mayThrow) {
    private static final Set<Class<?>> DATES =
            Set.of(Timestamp.class, Date.class, LocalDate.class, LocalDateTime.class);
    private static final Set<Class<?>> TIMES =
            Set.of(Timestamp.class, Time.class, LocalTime.class, LocalDateTime.class);

    @Nullable
    ToInt<E> ints(ToInt<E> operand, Predicate<E> predicate, List<String> words) {
        ToInt<E> made = ints(operand, predicate, random.nextInt(5), words);
        words.add("our int: " + made);
        return made;
    }

    private @Nullable ToInt<E> ints(ToInt<E> operand, Predicate<E> predicate, int what, List<String> words) {
        StringField<E, ?> text = text();
        ToIntNullable<E> number = what < 2 ? partOrNull(words) : integers();
        if (what == 0 && mayThrow) {
            return part(words);
        }
        if (what < 3) {
            return number == null ? null : number.orElse(-1);
        }
        if (what == 3) {
            return text == null || !mayThrow ? null : length(text);
        }
        return predicate instanceof SpeedmentPredicate<E>
                ? when(predicate, operand).when(predicate.negate(), 7).orElse(operand.plus(1))
                : null;
    }

    ToLong<E> longs(ToLong<E> operand, Predicate<E> predicate, List<String> words) {
        ToLong<E> made = when(predicate, 5L)
                .when(compare(operand).greaterThan(3L), operand)
                .orElse(operand.negate());
        words.add("our long: " + made);
        return made;
    }

    ToDouble<E> doubles(ToDouble<E> operand, Predicate<E> predicate, List<String> words) {
        ToDouble<E> made = when(predicate, operand).orElse(0.5);
        words.add("our double: " + made);
        return made;
    }

    @Nullable
    ToString<E> strings(ToString<E> operand, Predicate<E> predicate, List<String> words) {
        StringField<E, ?> text = text();
        int from = random.nextInt(4);
        ToString<E> made = switch (random.nextInt(4)) {
            case 0 -> text == null || !mayThrow ? null : substring(text, from, from + random.nextInt(5));
            case 1 -> substring(operand, from);
            case 2 -> when(predicate, operand).orElse("else");
            default -> text == null ? null : coalesce(text, text).orElse("nothing");
        };
        words.add("our text: " + made);
        return made;
    }

    /** Returns an exact decimal expression of fields or of an operand. */
    ToBigDecimal<E> decimals(ToBigDecimal<E> operand, ToInt<E> whole, Predicate<E> predicate, List<String> words) {
        Decimal<E> made = decimals(3, operand, whole, predicate);
        words.add("our decimal: " + made);
        return made;
    }

    @SuppressWarnings("unchecked") // a field of decimals
    private Decimal<E> decimals(int depth, ToBigDecimal<E> operand, ToInt<E> whole, Predicate<E> predicate) {
        if (depth > 0 && random.nextInt(3) > 0) {
            Decimal<E> one = decimals(depth - 1, operand, whole, predicate);
            Decimal<E> other = decimals(depth - 1, operand, whole, predicate);
            BigDecimal constant = BigDecimal.valueOf(random.nextInt(-300, 300), random.nextInt(4));
            return switch (random.nextInt(8)) {
                case 0 -> one.plus(other);
                case 1 -> one.minus(other);
                case 2 -> one.multiply(other);
                case 3 -> one.plus(constant);
                case 4 -> one.minus(constant);
                case 5 -> one.multiply(constant);
                case 6 -> Expressions.<E>decimal(1).minus(one).multiply(other);
                default -> when(predicate, one).orElse(random.nextBoolean() ? other : decimal(constant));
            };
        }
        ReferenceField<E, ?, ?> field = mayThrow ? field(BigDecimal.class) : null;
        return switch (random.nextInt(4)) {
            case 0 -> decimal(whole);
            case 1 -> decimal(operand);
            case 2 -> decimal(whole.asLong());
            default -> field == null ? decimal(operand) : decimal((ReferenceField<E, ?, BigDecimal>) field);
        };
    }

    @Nullable
    ToNullable<E, ?, ?> nullable(List<String> words) {
        StringField<E, ?> text = text();
        ReferenceField<E, ?, ?> decimal = field(BigDecimal.class);
        ToNullable<E, ?, ?> made = switch (random.nextInt(6)) {
            case 0, 1 -> partOrNull(words);
            case 2 -> text == null ? null : lengthOrNull(text);
            case 3 -> text == null ? null : substringOrNull(text, 1, 3);
            case 4 -> integers();
            default -> decimal == null ? null : coalesce(decimal.asBigDecimal(), decimal.asBigDecimal());
        };
        words.add("our nullable: " + made);
        return made;
    }

    SpeedmentPredicate<E> test(ToInt<E> ints, ToString<E> texts, ToNullable<E, ?, ?> nullable, List<String> words) {
        int constant = random.nextInt(-5, 100);
        SpeedmentPredicate<E> test = switch (random.nextInt(10)) {
            case 7 -> compare(ints).greaterThan(compare(ints.multiply(3).plus(constant)));
            case 8 -> compare(texts).lessOrEqual(compare(texts));
            case 9 ->
                nullable instanceof ToIntNullable<?>
                        ? compare((ToIntNullable<E>) nullable).notEqual(compare(ints))
                        : isLookedUp(ints);
            case 0 -> compare(ints).equal(constant);
            case 1 -> compare(ints).lessOrEqual(constant);
            case 2 -> compare(ints).between(constant, constant + 20);
            case 3 -> compare(ints).in(constant, 2, 3);
            case 4 -> compare(texts).lessThan("h");
            case 5 -> compare(texts).notEqual("none");
            default ->
                nullable instanceof ToIntNullable<?>
                        ? compare((ToIntNullable<E>) nullable).greaterThan(constant)
                        : compare(texts).greaterOrEqual("5");
        };
        words.add("our test: " + test);
        return random.nextBoolean() ? test : test.negate();
    }

    /**
     * Returns a test that a number equals a map's value for a field. Without such a field, it compares the number with
     * its negation.
     */
    @SuppressWarnings("unchecked") // a field of ints
    private SpeedmentPredicate<E> isLookedUp(ToInt<E> number) {
        Field<E> key =
                fields.stream().filter(IntField.class::isInstance).findFirst().orElse(null);
        if (key == null) {
            return compare(number).equal(compare(number.negate()));
        }
        Map<Integer, Integer> values = new HashMap<>();
        for (int value = -3; value < 30; value += 1 + random.nextInt(3)) {
            values.put(value, random.nextInt(100));
        }
        return compare(number).notEqual(compare(lookUpInt((IntField<E, ?>) key, values)));
    }

    private @Nullable ToIntNullable<E> partOrNull(List<String> words) {
        boolean isTime = random.nextBoolean();
        ReferenceField<E, ?, ?> field = any(isTime ? TIMES : DATES);
        if (field == null) {
            return null;
        }
        words.add(field.identifier().toString());
        if (isTime) {
            return switch (random.nextInt(3)) {
                case 0 -> Expressions.hourOrNull(field);
                case 1 -> Expressions.minuteOrNull(field);
                default -> Expressions.secondOrNull(field);
            };
        }
        return switch (random.nextInt(5)) {
            case 0 -> Expressions.yearOrNull(field);
            case 1 -> Expressions.quarterOrNull(field);
            case 2 -> Expressions.monthOrNull(field);
            case 3 -> Expressions.dayOfMonthOrNull(field);
            default -> Expressions.dayOfWeekOrNull(field);
        };
    }

    private @Nullable ToInt<E> part(List<String> words) {
        ReferenceField<E, ?, ?> field = any(DATES);
        words.add("throwing");
        return field == null ? null : random.nextBoolean() ? Expressions.year(field) : Expressions.month(field);
    }

    private @Nullable ToIntNullable<E> integers() {
        ReferenceField<E, ?, ?> one = field(Integer.class);
        ReferenceField<E, ?, ?> other = field(Integer.class);
        return one == null || other == null ? null : coalesce(one.asInt(), other.asInt());
    }

    @SuppressWarnings("unchecked") // a field of this table
    private @Nullable StringField<E, ?> text() {
        return (StringField<E, ?>) (Field<E>) field(String.class);
    }

    private @Nullable ReferenceField<E, ?, ?> field(Class<?> type) {
        return any(Set.of(type));
    }

    private @Nullable ReferenceField<E, ?, ?> any(Set<Class<?>> types) {
        List<Field<E>> found = fields.stream()
                .filter(field -> field instanceof ReferenceField<?, ?, ?> && types.contains(shape.valueClass(field)))
                .toList();
        return found.isEmpty() ? null : (ReferenceField<E, ?, ?>) found.get(random.nextInt(found.size()));
    }
}
