package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.ToBigDecimal;
import com.speedment.runtime.compute.ToBoolean;
import com.speedment.runtime.compute.ToByte;
import com.speedment.runtime.compute.ToDouble;
import com.speedment.runtime.compute.ToFloat;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToLong;
import com.speedment.runtime.compute.ToShort;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.compute.expression.Expressions;
import com.speedment.runtime.compute.trait.ToNullable;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.EntityTable;

/**
 * Random compute expressions over the fields of one table: every operator of Speedment on every type, including its
 * treatment of null. Each expression adds its description to a list of words.
 */
final class RandomExpressions<E> {
    private static final int DEPTH = 3;

    private final EntityTable.Shape shape;
    private final RandomGenerator random;
    private final boolean mayThrow;
    private final List<Field<E>> fields;
    private final Supplier<Predicate<E>> predicates;
    private final OwnExpressions<E> own;

    /**
     * Creates a source of expressions.
     *
     * @param mayThrow true if an expression may throw for some rows, as Speedment's do for a null without a default
     */
    RandomExpressions(
            Manager<E> manager,
            EntityTable.Shape shape,
            RandomGenerator random,
            boolean mayThrow,
            Supplier<Predicate<E>> predicates) {
        this.shape = shape;
        this.random = random;
        this.mayThrow = mayThrow;
        this.fields = manager.fields().toList();
        this.predicates = predicates;
        this.own = new OwnExpressions<>(fields, shape, random, mayThrow);
    }

    ToInt<E> ints(List<String> words) {
        return ints(DEPTH, words);
    }

    ToLong<E> longs(List<String> words) {
        return longs(DEPTH, words);
    }

    ToDouble<E> doubles(List<String> words) {
        return doubles(DEPTH, words);
    }

    /** Returns an expression that is null for some rows. It is both a function to objects and a comparator. */
    @SuppressWarnings("unchecked") // fields of this table
    ToNullable<E, ?, ?> nullable(List<String> words) {
        if (random.nextInt(4) == 0) {
            ToNullable<E, ?, ?> made = own.nullable(words);
            if (made != null) {
                return made;
            }
        }
        @Nullable ReferenceField<E, ?, Object> number = number();
        @Nullable ReferenceField<E, ?, Object> text = reference(String.class);
        int what = random.nextInt(14);
        words.add("nullable " + what + " of " + (number == null ? "" : number.identifier()) + "/"
                + (text == null ? "" : text.identifier()));
        if (number == null || text != null && what < 4) {
            if (text == null) {
                EnumField<E, ?, ?> constants = (EnumField<E, ?, ?>) any(EnumField.class);
                return constants != null ? constants : anyReference().mapToIntIfPresent(RandomExpressions::plainHash);
            }
            return switch (what) {
                case 0 -> text.asString();
                case 1 -> text.mapToStringIfPresent(value -> value.toString().length() % 3 == 0 ? null : "x" + value);
                case 2 -> text.mapToIntIfPresent(value -> value.toString().length());
                default -> (StringField<E, ?>) (Field<E>) text;
            };
        }
        return switch (what) {
            case 4 -> number.asInt().abs();
            case 5 -> number.asLong().negate();
            case 6 -> number.asShort();
            case 7 -> number.asByte();
            case 8 -> number.asFloat();
            case 9 -> number.asDouble().sqrt();
            case 10 -> number.asLong().sign();
            case 11 -> number.mapToDoubleIfPresent(value -> ((Number) value).doubleValue() / 2);
            case 12 -> Expressions.powOrNull(number.asInt(), 2);
            default -> number.asInt();
        };
    }

    ToString<E> strings(List<String> words) {
        if (random.nextInt(4) == 0) {
            ToString<E> made = own.strings(strings(words), understood(words), words);
            if (made != null) {
                return made;
            }
        }
        @Nullable ReferenceField<E, ?, Object> text = reference(String.class);
        if (text == null) {
            words.add("joining()");
            return Expressions.joining("-");
        }
        StringField<E, ?> field = (StringField<E, ?>) (Field<E>) text;
        words.add("string of " + field.identifier());
        ToString<E> string = mayThrow && random.nextInt(3) == 0 ? field.orThrow() : field.orElse("none");
        return switch (random.nextInt(4)) {
            case 0 -> string.toUpperCase();
            case 1 -> string.map(value -> value + "!");
            case 2 -> Expressions.joining(", ", "(", ")", string, field.orElseGet(string));
            default -> string;
        };
    }

    /** Returns a predicate that contains an expression. */
    Predicate<E> test(List<String> words) {
        int what = random.nextInt(7);
        switch (what) {
            case 6 -> {
                return own.test(ints(words), strings(words), nullable(words), words);
            }
            case 0 -> {
                return random.nextBoolean()
                        ? nullable(words).isNull()
                        : nullable(words).isNotNull();
            }
            case 1 -> {
                @Nullable ReferenceField<E, ?, Object> flag = reference(Boolean.class);
                if (flag != null) {
                    words.add("flag of " + flag.identifier());
                    return mayThrow && random.nextBoolean()
                            ? flag.asBoolean().orThrow()
                            : flag.asBoolean().orElse(true);
                }
            }
            case 2 -> {
                Field<E> flag = any(ToBoolean.class);
                if (flag != null) {
                    words.add("flag " + flag.identifier());
                    @SuppressWarnings("unchecked") // a field of this table
                    ToBoolean<E> bool = (ToBoolean<E>) flag;
                    return random.nextBoolean() ? bool : bool.map(value -> !value);
                }
            }
            default -> {}
        }
        Predicate<E> predicate = predicates.get();
        words.add(predicate + (what > 3 ? " and " : " mapped, or "));
        Predicate<E> isNull = nullable(words).isNull();
        if (predicate instanceof SpeedmentPredicate<E> understood) {
            return what > 3
                    ? understood.and(isNull)
                    : understood.map(value -> !value).or(isNull);
        }
        return predicate;
    }

    /** Returns an expression as a comparator. */
    Comparator<E> order(List<String> words) {
        return switch (random.nextInt(5)) {
            case 0 -> ints(words);
            case 1 -> longs(words);
            case 2 -> doubles(words);
            case 3 -> strings(words);
            default -> {
                ToNullable<E, ?, ?> nullable = nullable(words);
                @SuppressWarnings("unchecked") // every such expression is a comparator
                Comparator<E> order = (Comparator<E>) nullable;
                yield order;
            }
        };
    }

    private ToInt<E> ints(int depth, List<String> words) {
        if (depth > 0 && random.nextInt(5) == 0) {
            ToInt<E> made = own.ints(ints(depth - 1, words), understood(words), words);
            if (made != null) {
                return made;
            }
        }
        if (depth > 0 && random.nextInt(3) > 0) {
            ToInt<E> inner = ints(depth - 1, words);
            int constant = random.nextInt(-3, 100);
            int what = random.nextInt(12);
            words.add("int op " + what + " " + constant);
            return switch (what) {
                case 0 -> inner.plus(constant);
                case 1 -> inner.plus(ints(depth - 1, words));
                case 2 -> inner.minus((byte) constant);
                case 3 -> inner.minus(ints(depth - 1, words));
                case 4 -> inner.multiply(constant);
                case 5 -> inner.multiply(ints(depth - 1, words));
                case 6 -> inner.abs();
                case 7 -> inner.negate();
                case 8 -> inner.sign().asInt();
                case 9 -> inner.map(value -> value / 3);
                case 10 -> bytes(words).plus(bytes(words)).asInt();
                default -> Expressions.minus(shorts(words), shorts(words)).abs().asInt();
            };
        }
        return switch (random.nextInt(8)) {
            case 0 -> longs(0, words).asInt();
            case 1 -> doubles(0, words).asInt();
            case 2 -> shorts(words).asInt();
            case 3 -> {
                Predicate<E> predicate = predicates.get();
                words.add("int of " + predicate);
                yield predicate instanceof SpeedmentPredicate<E> understood
                        ? understood.asInt()
                        : ints(0, words).negate();
            }
            default -> {
                @Nullable Field<E> field = any(ToInt.class);
                if (field != null && random.nextBoolean()) {
                    words.add("int " + field.identifier());
                    @SuppressWarnings("unchecked") // a field of this table
                    ToInt<E> ints = (ToInt<E>) field;
                    yield ints;
                }
                @Nullable ReferenceField<E, ?, Object> number = number();
                words.add("int of nullable " + (number == null ? "hash" : number.identifier()));
                if (number == null) {
                    yield anyReference()
                            .mapToIntIfPresent(value -> plainHash(value))
                            .orElse(7);
                }
                yield mayThrow && random.nextInt(4) == 0
                        ? number.asInt().orThrow()
                        : number.asInt().orElse(random.nextInt(10));
            }
        };
    }

    private static int plainHash(Object value) {
        return String.valueOf(RandomEntities.plain(value)).hashCode();
    }

    private ToShort<E> shorts(List<String> words) {
        @Nullable Field<E> field = any(ToShort.class);
        if (field != null) {
            words.add("short " + field.identifier());
            @SuppressWarnings("unchecked") // a field of this table
            ToShort<E> shorts = (ToShort<E>) field;
            return random.nextBoolean() ? shorts : shorts.negate();
        }
        @Nullable ReferenceField<E, ?, Object> number = number();
        words.add("short of " + (number == null ? "hash" : number.identifier()));
        return number == null
                ? anyReference()
                        .mapToShortIfPresent(value -> (short) plainHash(value))
                        .orElse((short) 3)
                : number.asShort().orElse((short) 5);
    }

    private ToByte<E> bytes(List<String> words) {
        @Nullable Field<E> field = any(ToByte.class);
        if (field != null) {
            words.add("byte " + field.identifier());
            @SuppressWarnings("unchecked") // a field of this table
            ToByte<E> bytes = (ToByte<E>) field;
            return random.nextBoolean() ? bytes : bytes.abs();
        }
        @Nullable ReferenceField<E, ?, Object> number = number();
        words.add("byte of " + (number == null ? "hash" : number.identifier()));
        return number == null
                ? anyReference()
                        .mapToByteIfPresent(value -> (byte) plainHash(value))
                        .orElse((byte) 3)
                : number.asByte().orElse((byte) -5).negate();
    }

    private ToFloat<E> floats(List<String> words) {
        @Nullable Field<E> field = any(ToFloat.class);
        @Nullable ReferenceField<E, ?, Object> number = number();
        words.add("float of " + (field != null ? field : number));
        ToFloat<E> floats;
        if (field != null) {
            @SuppressWarnings("unchecked") // a field of this table
            ToFloat<E> own = (ToFloat<E>) field;
            floats = own;
        } else if (number != null) {
            floats = number.asFloat().orElse(1.5f);
        } else {
            floats = anyReference()
                    .mapToFloatIfPresent(value -> plainHash(value) / 3f)
                    .orElse(-0f);
        }
        return switch (random.nextInt(6)) {
            case 0 -> Expressions.multiply(floats, 3);
            case 1 -> Expressions.plus(floats, 0.1f);
            case 2 -> Expressions.minus(floats, floats.negate());
            case 3 -> floats.map(value -> value * value);
            case 4 -> Expressions.plus(floats, ints(0, words));
            default -> floats.abs();
        };
    }

    private ToLong<E> longs(int depth, List<String> words) {
        if (depth > 0 && random.nextInt(8) == 0) {
            return own.longs(longs(depth - 1, words), understood(words), words);
        }
        if (depth > 0 && random.nextInt(3) > 0) {
            ToLong<E> inner = longs(depth - 1, words);
            long constant = random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(-3, 100);
            int what = random.nextInt(10);
            words.add("long op " + what + " " + constant);
            return switch (what) {
                case 0 -> inner.plus(constant);
                case 1 -> inner.plus(longs(depth - 1, words));
                case 2 -> inner.minus(ints(depth - 1, words));
                case 3 -> inner.multiply(constant);
                case 4 -> ints(depth - 1, words).multiply(constant);
                case 5 -> ints(depth - 1, words).plus(inner);
                case 6 -> inner.abs();
                case 7 -> inner.negate();
                case 8 -> inner.sign().asLong();
                default -> inner.map(value -> value ^ 5);
            };
        }
        return switch (random.nextInt(4)) {
            case 0 -> ints(0, words).asLong();
            case 1 -> floats(words).asLong();
            case 2 -> mayThrow ? decimals(words).asLong() : doubles(0, words).asLong();
            default -> {
                @Nullable Field<E> field = any(ToLong.class);
                if (field != null && random.nextBoolean()) {
                    words.add("long " + field.identifier());
                    @SuppressWarnings("unchecked") // a field of this table
                    ToLong<E> longs = (ToLong<E>) field;
                    yield longs;
                }
                @Nullable ReferenceField<E, ?, Object> number = number();
                words.add("long of " + (number == null ? "hash" : number.identifier()));
                yield number == null
                        ? anyReference()
                                .mapToLongIfPresent(value -> plainHash(value))
                                .orElse(9L)
                        : number.asLong().orElseGet(shorts(words).asLong());
            }
        };
    }

    private ToDouble<E> doubles(int depth, List<String> words) {
        if (depth > 0 && random.nextInt(8) == 0) {
            return own.doubles(doubles(depth - 1, words), understood(words), words);
        }
        if (depth > 0 && random.nextInt(3) > 0) {
            ToDouble<E> inner = doubles(depth - 1, words);
            double constant = random.nextInt(-30, 100) / 8d;
            int power = random.nextInt(-3, 7);
            int what = random.nextInt(20);
            words.add("double op " + what + " " + constant + " " + power);
            return switch (what) {
                case 0 -> inner.plus(constant);
                case 1 -> inner.plus(doubles(depth - 1, words));
                case 2 -> inner.minus(ints(depth - 1, words));
                case 3 -> inner.multiply(longs(depth - 1, words));
                case 4 -> inner.divide(doubles(depth - 1, words));
                case 5 -> ints(depth - 1, words).divide(power);
                case 6 -> longs(depth - 1, words).divide(longs(depth - 1, words));
                case 7 -> inner.abs().sqrt();
                case 8 -> ints(depth - 1, words).sqrt();
                case 9 -> inner.pow(power);
                case 10 -> ints(depth - 1, words).pow(constant);
                case 11 -> floats(words).pow(power);
                case 12 -> floats(words).pow(ints(0, words));
                case 13 -> longs(depth - 1, words).pow(bytes(words).asInt());
                case 14 -> inner.pow(doubles(0, words));
                case 15 -> inner.negate();
                case 16 -> inner.map(Math::sin);
                case 17 -> ints(depth - 1, words).mapToDouble(value -> value / 7d);
                case 18 -> floats(words).divide(constant);
                default -> inner.sign().asDouble();
            };
        }
        return switch (random.nextInt(4)) {
            case 0 -> ints(0, words).asDouble();
            case 1 -> random.nextBoolean() ? floats(words).asDouble() : Expressions.plus(floats(words), 7L);
            case 2 -> decimals(words).asDouble();
            default -> {
                @Nullable Field<E> field = any(ToDouble.class);
                if (field != null && random.nextBoolean()) {
                    words.add("double " + field.identifier());
                    @SuppressWarnings("unchecked") // a field of this table
                    ToDouble<E> doubles = (ToDouble<E>) field;
                    yield doubles;
                }
                @Nullable ReferenceField<E, ?, Object> number = number();
                words.add("double of " + (number == null ? "hash" : number.identifier()));
                yield number == null
                        ? anyReference()
                                .mapToDoubleIfPresent(value -> plainHash(value))
                                .orElse(9d)
                        : number.asDouble().orElse(-0d);
            }
        };
    }

    /** Returns a predicate that columns can evaluate. */
    private Predicate<E> understood(List<String> words) {
        Predicate<E> predicate = predicates.get();
        words.add("when " + predicate);
        return predicate instanceof SpeedmentPredicate<E>
                ? predicate
                : nullable(words).isNull();
    }

    private ToBigDecimal<E> decimals(List<String> words) {
        if (random.nextInt(3) == 0) {
            return own.decimals(decimals(words), ints(1, words), understood(words), words);
        }
        @Nullable ReferenceField<E, ?, Object> decimal = reference(BigDecimal.class);
        ToBigDecimal<E> decimals;
        if (decimal == null) {
            words.add("decimal of hash");
            decimals = anyReference()
                    .mapToBigDecimalIfPresent(value -> BigDecimal.valueOf(plainHash(value), 1))
                    .orElse(BigDecimal.ONE);
        } else {
            words.add("decimal " + decimal.identifier());
            decimals = mayThrow && random.nextInt(4) == 0
                    ? decimal.asBigDecimal().orThrow()
                    : decimal.asBigDecimal().orElse(BigDecimal.TEN);
        }
        return switch (random.nextInt(4)) {
            case 0 -> decimals.abs();
            case 1 -> decimals.negate();
            case 2 -> decimals.map(value -> value.movePointLeft(1));
            default -> decimals;
        };
    }

    /** Returns a decimal expression as a function to objects. */
    Function<E, ?> decimal(List<String> words) {
        return decimals(words);
    }

    private @Nullable ReferenceField<E, ?, Object> number() {
        List<Field<E>> numbers = fields.stream()
                .filter(field -> field instanceof ReferenceField<?, ?, ?>
                        && Number.class.isAssignableFrom(shape.valueClass(field)))
                .toList();
        return pickReference(numbers);
    }

    private @Nullable ReferenceField<E, ?, Object> reference(Class<?> type) {
        return pickReference(fields.stream()
                .filter(field -> field instanceof ReferenceField<?, ?, ?> && shape.valueClass(field) == type)
                .toList());
    }

    /** Returns a reference field. Every table of the tests has one. */
    private ReferenceField<E, ?, Object> anyReference() {
        return requireNonNull(pickReference(
                fields.stream().filter(ReferenceField.class::isInstance).toList()));
    }

    @SuppressWarnings("unchecked") // a field of this table
    private @Nullable ReferenceField<E, ?, Object> pickReference(List<Field<E>> from) {
        return from.isEmpty() ? null : (ReferenceField<E, ?, Object>) from.get(random.nextInt(from.size()));
    }

    private @Nullable Field<E> any(Class<?> kind) {
        List<Field<E>> found = fields.stream().filter(kind::isInstance).toList();
        return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
    }
}
