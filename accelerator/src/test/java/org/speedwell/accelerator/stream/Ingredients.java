package org.speedwell.accelerator.stream;

import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.EntityTable;

/**
 * The ingredients that the parts of a random pipeline over one table share: fields, predicates, expressions, orders,
 * sizes of windows.
 */
final class Ingredients<E> {
    /** The largest size of a small window. Half of all windows are small. */
    private static final int SMALL_WINDOW = 40;

    final List<Field<E>> fields;
    final List<HasComparableOperators<E, ?>> comparables;
    final EntityTable.Shape shape;
    final RandomPredicates<E> predicates;
    final RandomExpressions<E> expressions;
    final boolean parallel;
    final RandomGenerator random;
    private final RandomEntities<E> operands;
    private final PlainShapes shapes;
    private final int rows;

    /** The operations with plain lambdas that were made. */
    final List<PlainOperation<E>> plain = new ArrayList<>();

    /**
     * Creates the ingredients of one pipeline.
     *
     * @param values a source of operands
     * @param shapes operations with plain lambdas
     */
    @SuppressWarnings("unchecked") // fields of this table
    Ingredients(RandomEntities<E> values, PlainShapes shapes, int rows, boolean parallel, RandomGenerator random) {
        this.fields = values.manager().fields().toList();
        this.comparables = fields.stream()
                .filter(HasComparableOperators.class::isInstance)
                .<HasComparableOperators<E, ?>>map(field -> (HasComparableOperators<E, ?>) field)
                .toList();
        this.shape = values.shape();
        this.rows = rows;
        this.parallel = parallel;
        this.random = random;
        this.operands = new RandomEntities<>(values, random);
        this.shapes = shapes;
        this.predicates = new RandomPredicates<>(fields, operands, random);
        this.expressions = new RandomExpressions<>(
                values.manager(), shape, random, !parallel && random.nextBoolean(), () -> predicates.predicate(1));
    }

    Class<E> entityClass() {
        return operands.manager().getEntityClass();
    }

    /**
     * Returns an argument of {@code skip} or {@code limit}: a small one, or one up to slightly more than the number of
     * rows.
     */
    int window() {
        return random.nextInt((random.nextBoolean() ? Math.min(rows, SMALL_WINDOW) : rows) + 3);
    }

    /** Returns a predicate that columns cannot evaluate. */
    Predicate<E> opaque(List<String> words, String operation) {
        Field<E> field = pick(fields);
        words.add("." + operation + "(opaque on " + field.identifier() + ")");
        return entity -> hash(field, entity) % 3 != 0;
    }

    /** Returns an operation with plain lambdas of a kind, or null. In parallel, the operation never throws. */
    @Nullable
    PlainOperation<E> plain(PlainShapes.Kind kind, List<String> words) {
        PlainShapes.Shape shape = shapes.next(operands.manager(), kind, !parallel, random);
        if (shape == null) {
            return null;
        }
        Object[] captured =
                shape.variables().stream().map(variable -> captured(variable)).toArray();
        PlainOperation<E> operation = new PlainOperation<>(shape, captured);
        words.add(operation.toString());
        plain.add(operation);
        return operation;
    }

    private Object captured(PlainSource.Variable variable) {
        Object value = variable.field() == null ? random.nextInt(-50, 200) : operands.operand(variable.field());
        Class<?> type = variable.type();
        if (!(value instanceof Number number) || type == BigDecimal.class || type == BigInteger.class) {
            return value;
        }
        return switch (MethodType.methodType(type).unwrap().returnType().getName()) {
            case "byte" -> number.byteValue();
            case "short" -> number.shortValue();
            case "int" -> number.intValue();
            case "long" -> number.longValue();
            case "float" -> number.floatValue();
            case "double" -> number.doubleValue();
            default -> type == String.class ? "a" : value;
        };
    }

    Comparator<E> comparator(List<String> words) {
        Comparator<E> comparator = comparator();
        while (random.nextInt(3) == 0) {
            comparator = comparator.thenComparing(comparator());
        }
        if (random.nextInt(4) == 0) {
            comparator = comparator.reversed();
        }
        words.add(".sorted(" + comparator + ")");
        return comparator;
    }

    /** Returns a comparator of one field. */
    Comparator<E> comparator() {
        HasComparableOperators<E, ?> field = pick(comparables);
        @SuppressWarnings("unchecked") // every field is the comparator of its own order
        Comparator<E> comparator = switch (random.nextInt(4)) {
            case 0 -> field.comparatorNullFieldsFirst();
            case 1 -> (Comparator<E>) field;
            default -> field.comparator();
        };
        return random.nextBoolean() ? comparator.reversed() : comparator;
    }

    /** Returns the values of an entity in a form that {@code equals} compares by content. */
    List<@Nullable Object> plain(E entity) {
        List<@Nullable Object> values = new ArrayList<>(fields.size());
        fields.forEach(field -> values.add(plain(field, entity)));
        return values;
    }

    static <E> @Nullable Object plain(Field<E> field, E entity) {
        return RandomEntities.plain(field.getter().apply(entity));
    }

    static <E> int hash(Field<E> field, E entity) {
        return Objects.hashCode(plain(field, entity));
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
