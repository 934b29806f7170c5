package org.speedwell.spring.query;

import com.speedment.runtime.field.BooleanField;
import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import com.speedment.runtime.field.trait.HasStringOperators;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * A column that clients may read. Immutable.
 *
 * @param <E> the table's entity
 */
public final class ServedColumn<E> {
    private static final List<Operator> EQUALITY = List.of(Operator.EQ, Operator.NE);
    private static final List<Operator> ORDER =
            List.of(Operator.EQ, Operator.NE, Operator.LT, Operator.LE, Operator.GT, Operator.GE);

    private final String property;
    private final Field<E> field;
    private final Optional<ValueType> type;
    private final boolean isNullable;

    ServedColumn(String property, Field<E> field, Class<?> valueClass, boolean isNullable) {
        this.property = property;
        this.field = field;
        this.type = ValueType.of(field, valueClass);
        this.isNullable = isNullable;
    }

    /** Returns the column's name for clients, which is the name of the entity's property. */
    public String property() {
        return property;
    }

    Field<E> field() {
        return field;
    }

    /**
     * Returns the operators that a filter may use on the column. Large objects and other values without order and
     * equality have none.
     */
    public List<Operator> operators() {
        if (type.isEmpty()) {
            return List.of();
        }
        if (isText()) {
            return List.of(Operator.values());
        }
        return field instanceof HasComparableOperators ? ORDER : field instanceof BooleanField ? EQUALITY : List.of();
    }

    private boolean isText() {
        return field instanceof HasStringOperators && !(field instanceof EnumField);
    }

    /** Returns whether clients may sort rows by the column. */
    public boolean isSortable() {
        return field instanceof HasComparableOperators || field instanceof BooleanField;
    }

    /** Returns the OpenAPI schema of the column's JSON values; empty if they may have any form. */
    public Map<String, Object> schema() {
        return type.map(ValueType::schema).orElse(Map.of());
    }

    /** Returns whether the column's JSON value may be null. */
    public boolean isNullable() {
        return isNullable;
    }

    Comparator<E> order() {
        if (field instanceof HasComparableOperators<E, ?> comparable) {
            return comparable.comparator();
        }
        if (field instanceof BooleanField<E, ?> bool) {
            return bool;
        }
        throw new QueryException("Rows cannot be sorted by " + property);
    }

    Predicate<E> compared(String label, JsonNode value) {
        Operator operator = Operator.of(label, operators());
        if (value.isNull()) {
            return comparedWithNull(operator);
        }
        ValueType known = type.orElseThrow();
        Object read = known.reader().apply(value);
        if (read == null) {
            throw new QueryException("The value for " + property + " must be " + known.expected());
        }
        if (field instanceof BooleanField<E, ?> bool) {
            return operator == Operator.EQ ? bool.equal((boolean) read) : bool.notEqual((boolean) read);
        }
        return read instanceof EqualValues sought ? compared(operator, sought) : compared(operator, read);
    }

    @SuppressWarnings("unchecked") // the values are of the field's class
    private <V extends Comparable<? super V>> Predicate<E> compared(Operator operator, EqualValues sought) {
        HasComparableOperators<E, V> comparable = (HasComparableOperators<E, V>) field;
        V least = (V) sought.least();
        V greatest = (V) sought.greatest();
        return switch (operator) {
            case EQ -> comparable.between(least, greatest, Inclusion.START_INCLUSIVE_END_INCLUSIVE);
            case NE -> comparable.lessThan(least).or(comparable.greaterThan(greatest));
            case LT -> comparable.lessThan(least);
            case LE -> comparable.lessOrEqual(greatest);
            case GT -> comparable.greaterThan(greatest);
            case GE -> comparable.greaterOrEqual(least);
            case LIKE -> throw new AssertionError("operators() does not offer " + operator + " for numbers");
        };
    }

    @SuppressWarnings("unchecked") // the value is of the field's class
    private <V extends Comparable<? super V>> Predicate<E> compared(Operator operator, Object value) {
        HasComparableOperators<E, V> comparable = (HasComparableOperators<E, V>) field;
        V to = (V) value;
        return switch (operator) {
            case EQ -> comparable.equal(to);
            case NE -> comparable.notEqual(to);
            case LT -> comparable.lessThan(to);
            case LE -> comparable.lessOrEqual(to);
            case GT -> comparable.greaterThan(to);
            case GE -> comparable.greaterOrEqual(to);
            case LIKE -> ((HasStringOperators<E>) field).contains((String) value);
        };
    }

    private Predicate<E> comparedWithNull(Operator operator) {
        if (!(field instanceof HasReferenceOperators<?>)) {
            throw new QueryException(property + " is never null");
        }
        @SuppressWarnings("unchecked") // the field belongs to the same entity
        HasReferenceOperators<E> reference = (HasReferenceOperators<E>) field;
        return switch (operator) {
            case EQ -> reference.isNull();
            case NE -> reference.isNotNull();
            default -> throw new QueryException("Only eq and ne compare with null", List.of("eq", "ne"));
        };
    }
}
