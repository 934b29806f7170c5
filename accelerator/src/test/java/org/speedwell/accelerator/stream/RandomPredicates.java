package org.speedwell.accelerator.stream;

import com.speedment.runtime.field.BooleanField;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import com.speedment.runtime.field.trait.HasStringOperators;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Random nested predicates on the fields of one table. Some contain an opaque one. */
final class RandomPredicates<E> {
    private final List<Field<E>> fields;
    private final RandomEntities<E> operands;
    private final RandomGenerator random;

    RandomPredicates(List<Field<E>> fields, RandomEntities<E> operands, RandomGenerator random) {
        this.fields = fields;
        this.operands = operands;
        this.random = random;
    }

    /** Returns a predicate of any kind, nested to a depth. */
    Predicate<E> predicate(int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            Predicate<E> left = predicate(depth - 1);
            Predicate<E> right = random.nextInt(8) == 0
                    ? entity -> Objects.hashCode(RandomEntities.plain(
                                            fields.getFirst().getter().apply(entity)))
                                    % 2
                            == 0
                    : predicate(depth - 1);
            Predicate<E> both = random.nextBoolean() ? left.and(right) : left.or(right);
            return random.nextInt(4) == 0 ? both.negate() : both;
        }
        Predicate<E> leaf = leaf(pick(fields));
        return random.nextInt(5) == 0 ? leaf.negate() : leaf;
    }

    @SuppressWarnings("unchecked") // operands are values of the field itself
    private Predicate<E> leaf(Field<E> field) {
        if (field instanceof HasStringOperators<?> && random.nextBoolean()) {
            return text(field, (HasStringOperators<E>) field);
        }
        if (field instanceof HasReferenceOperators<?> && random.nextInt(6) == 0) {
            HasReferenceOperators<E> reference = (HasReferenceOperators<E>) field;
            return random.nextBoolean() ? reference.isNull() : reference.isNotNull();
        }
        if (field instanceof HasComparableOperators<?, ?>) {
            return comparison((HasComparableOperators<E, String>) field);
        }
        if (field instanceof BooleanField<?, ?>) {
            BooleanField<E, ?> bool = (BooleanField<E, ?>) field;
            return random.nextBoolean() ? bool.equal(random.nextBoolean()) : bool.notEqual(random.nextBoolean());
        }
        return ((HasReferenceOperators<E>) field).isNotNull();
    }

    /** Returns a test that a field equals one value. Few rows match it, mostly. */
    <V extends Comparable<? super V>> Predicate<E> key(HasComparableOperators<E, V> field) {
        return field.equal(value(field));
    }

    /** Returns a comparison of the field with values. */
    <V extends Comparable<? super V>> SpeedmentPredicate<E> comparison(HasComparableOperators<E, V> field) {
        Inclusion inclusion = pick(List.of(Inclusion.values()));
        int what = Math.max(0, random.nextInt(-3, 12));
        // Speedment takes no null as an operand of strings
        boolean nonNull = field instanceof StringField<?, ?>;
        V a = nonNull ? value(field) : operand(field);
        V b = nonNull ? value(field) : operand(field);
        return switch (what) {
            case 0, 1 -> field.equal(a);
            case 2 -> field.notEqual(a);
            case 3 -> field.lessThan(a);
            case 4 -> field.lessOrEqual(a);
            case 5 -> field.greaterThan(a);
            case 6 -> field.greaterOrEqual(a);
            case 7, 8 -> field.between(a, b, inclusion);
            case 9 -> field.notBetween(a, b, inclusion);
            case 10 -> field.in(operands(field));
            default -> field.notIn(operands(field));
        };
    }

    private SpeedmentPredicate<E> text(Field<E> source, HasStringOperators<E> field) {
        Object value = operands.operand(source);
        String operand = part(value instanceof String text ? text : value.toString());
        return switch (random.nextInt(16)) {
            case 0 -> field.startsWith(operand);
            case 1 -> field.notStartsWith(operand);
            case 2 -> field.startsWithIgnoreCase(operand);
            case 3 -> field.notStartsWithIgnoreCase(operand);
            case 4 -> field.endsWith(operand);
            case 5 -> field.notEndsWith(operand);
            case 6 -> field.endsWithIgnoreCase(operand);
            case 7 -> field.notEndsWithIgnoreCase(operand);
            case 8 -> field.contains(operand);
            case 9 -> field.notContains(operand);
            case 10 -> field.containsIgnoreCase(operand);
            case 11 -> field.notContainsIgnoreCase(operand);
            case 12 -> field.equalIgnoreCase(operand);
            case 13 -> field.notEqualIgnoreCase(operand);
            case 14 -> field.isEmpty();
            default -> field.isNotEmpty();
        };
    }

    private String part(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int from = random.nextBoolean() ? 0 : random.nextInt(text.length());
        String part = text.substring(from, Math.min(text.length(), from + random.nextInt(4)));
        return random.nextInt(3) == 0 ? part.toUpperCase(Locale.ROOT) : part;
    }

    /**
     * Returns a value of the field's kind. A nullable field sometimes gives null, except for enums, whose API forbids
     * it.
     */
    private <V extends Comparable<? super V>> @Nullable V operand(HasComparableOperators<E, V> field) {
        boolean nullable = field instanceof HasReferenceOperators<?> && !(field instanceof EnumField<?, ?, ?>);
        return nullable && random.nextInt(20) == 0 ? null : value(field);
    }

    @SuppressWarnings("unchecked") // operands are of the field's class
    private <V extends Comparable<? super V>> V value(HasComparableOperators<E, V> field) {
        return (V) operands.operand(field);
    }

    private <V extends Comparable<? super V>> Set<V> operands(HasComparableOperators<E, V> field) {
        Set<V> operands = new HashSet<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            operands.add(operand(field));
        }
        return operands;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
