package org.speedwell.spring.query;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.query.TextField;
import tools.jackson.databind.JsonNode;

/**
 * A column that clients may read. Immutable.
 *
 * @param <E> the class of the table's rows
 */
public final class ServedColumn<E> {
    private static final List<Operator> EQUALITY = List.of(Operator.EQ, Operator.NE);
    private static final List<Operator> ORDER =
            List.of(Operator.EQ, Operator.NE, Operator.LT, Operator.LE, Operator.GT, Operator.GE);

    private final TableColumn<E> column;
    private final Optional<ValueType> type;
    private final Optional<Field<E, ?>> field;

    ServedColumn(TableColumn<E> column) {
        this.column = column;
        this.type = ValueType.of(column);
        this.field = column.field();
    }

    /** Returns the column's name for clients, which is the name of the rows' property. */
    public String property() {
        return column.property();
    }

    RowEncoder<E> addTo(RowEncoder<E> encoder) {
        return column.addTo(encoder);
    }

    /**
     * Returns the operators that a filter may use on the column. Large objects and other values without order and
     * equality have none.
     */
    public List<Operator> operators() {
        if (field.isEmpty() || type.isEmpty()) {
            return List.of();
        }
        if (field.get() instanceof TextField) {
            return List.of(Operator.values());
        }
        return isSortable() ? ORDER : EQUALITY;
    }

    /** Returns whether clients may sort rows by the column. */
    public boolean isSortable() {
        return field.isPresent() && type.map(ValueType::isOrdered).orElse(true);
    }

    /** Returns the OpenAPI schema of the column's JSON values; empty if they may have any form. */
    public Map<String, Object> schema() {
        return type.map(ValueType::schema).orElse(Map.of());
    }

    /** Returns whether the column's JSON value may be null. */
    public boolean isNullable() {
        return column.isNullable();
    }

    Comparator<E> order() {
        if (!isSortable()) {
            throw new QueryException("Rows cannot be sorted by " + property());
        }
        return field.orElseThrow().ascending();
    }

    Predicate<E> compared(String label, JsonNode value) {
        Operator operator = Operator.of(label, operators());
        Field<E, ?> known = field.orElseThrow();
        if (value.isNull()) {
            return comparedWithNull(operator, known);
        }
        ValueType of = type.orElseThrow();
        Object read = of.reader().apply(value);
        if (read == null) {
            throw new QueryException("The value for " + property() + " must be " + of.expected());
        }
        return read instanceof EqualValues sought ? compared(operator, known, sought) : compared(operator, known, read);
    }

    @SuppressWarnings("unchecked") // the values are of the field's class
    private static <E, V extends Comparable<? super V>> Predicate<E> compared(
            Operator operator, Field<E, V> field, EqualValues sought) {
        V least = (V) sought.least();
        V greatest = (V) sought.greatest();
        return switch (operator) {
            case EQ -> field.between(least, greatest);
            case NE -> field.lessThan(least).or(field.greaterThan(greatest));
            case LT -> field.lessThan(least);
            case LE -> field.lessOrEqual(greatest);
            case GT -> field.greaterThan(greatest);
            case GE -> field.greaterOrEqual(least);
            case LIKE -> throw new AssertionError("operators() does not offer " + operator + " for numbers");
        };
    }

    @SuppressWarnings("unchecked") // the value is of the field's class
    private static <E, V extends Comparable<? super V>> Predicate<E> compared(
            Operator operator, Field<E, V> field, Object value) {
        V to = (V) value;
        return switch (operator) {
            case EQ -> field.equal(to);
            case NE -> field.notEqual(to);
            case LT -> field.lessThan(to);
            case LE -> field.lessOrEqual(to);
            case GT -> field.greaterThan(to);
            case GE -> field.greaterOrEqual(to);
            case LIKE -> ((TextField<E>) field).contains((String) value);
        };
    }

    private Predicate<E> comparedWithNull(Operator operator, Field<E, ?> known) {
        if (!isNullable()) {
            throw new QueryException(property() + " is never null");
        }
        return switch (operator) {
            case EQ -> known.isNull();
            case NE -> known.isNotNull();
            default -> throw new QueryException("Only eq and ne compare with null", List.of("eq", "ne"));
        };
    }
}
