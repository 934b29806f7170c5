package org.speedwell.accelerator.live;

import com.speedment.runtime.compute.expression.BinaryExpression;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.UnaryExpression;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.comparator.FieldComparator;
import com.speedment.runtime.field.expression.FieldMapper;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.RecordedStream.Step;
import org.speedwell.accelerator.stream.StreamMethod;
import org.speedwell.generator.runtime.DirectEnumField;

/**
 * The rules for comparing the answers of memory and of the database. They say which pipelines can be repeated with the
 * same answer, and whether two answers are equal. Answers that memory and SQL may order differently are compared
 * without their order.
 *
 * @param trustsFunctions whether to assume that opaque functions of the application have no side effects and are
 * deterministic
 */
record Comparability(boolean trustsFunctions) {
    /** Operations that depend on an unspecified order, or have side effects. */
    private static final Set<StreamMethod> NEVER = Set.of(
            StreamMethod.PEEK,
            StreamMethod.FOR_EACH,
            StreamMethod.FOR_EACH_ORDERED,
            StreamMethod.ITERATOR,
            StreamMethod.SPLITERATOR,
            StreamMethod.FIND_ANY,
            StreamMethod.GATHER,
            StreamMethod.TAKE_WHILE,
            StreamMethod.DROP_WHILE);

    private static final Set<StreamMethod> ORDERED =
            Set.of(StreamMethod.LIMIT, StreamMethod.SKIP, StreamMethod.FIND_FIRST);

    /** Operations with opaque functions, except collectors that the engine has read. */
    private static final Set<StreamMethod> OPAQUE =
            Set.of(StreamMethod.REDUCE, StreamMethod.COLLECT, StreamMethod.MAP_MULTI, StreamMethod.MAP_TO_OBJ);

    private static final String FIELDS = "com.speedment.runtime.field.";

    /** The relative tolerance for sums of floating-point numbers, which depend on the order of addition. */
    private static final double TOLERANCE = 1e-9;

    /**
     * Returns whether a pipeline over a table has one answer only, in memory as in the database.
     *
     * @param version the version of the table
     */
    boolean isComparable(List<Step> pipeline, TableStore<?> table, Tables version) {
        EntityCode code = version.readsFunctions() ? table.fields().code(version) : null;
        boolean isOrdered = false;
        for (Step operation : pipeline) {
            StreamMethod method = operation.method();
            boolean isOpen = ORDERED.contains(method) && !isOrdered;
            boolean isTie = !operation.ofNumbers() && (method == StreamMethod.MIN || method == StreamMethod.MAX);
            boolean isKnown =
                    operation.read() != null || !OPAQUE.contains(method) && isKnown(operation.function(), code);
            boolean isWriting =
                    operation.function() instanceof EncodingCollector<?, ?> encoding && encoding.isWriting();
            if (NEVER.contains(method) || isOpen || isTie || !isKnown && !trustsFunctions || isWriting) {
                return false;
            }
            isOrdered = switch (method) {
                case SORTED -> isTotalOrder(operation, table);
                case UNORDERED -> false;
                default -> isOrdered;
            };
        }
        return true;
    }

    /** Returns whether an order distinguishes all rows. */
    private static boolean isTotalOrder(Step sorted, TableStore<?> table) {
        int[] key = table.primaryKey();
        return sorted.ofNumbers() && sorted.function() == null
                || key.length == 1
                        && sorted.function() instanceof FieldComparator<?> comparator
                        && table.indexOf(comparator.getField().identifier()) == key[0]
                || key.length > 0
                        && sorted.read() instanceof RowOrder order
                        && order.columns()
                                .map(by -> by.column().name())
                                .collect(Collectors.toSet())
                                .containsAll(Arrays.stream(key)
                                        .mapToObj(table::columnName)
                                        .toList());
    }

    /**
     * Returns whether a function has no side effects and always the same result. It is a field, is composed of fields,
     * or is a lambda whose code the engine has read.
     *
     * @param code the analyser of functions of the rows; null if the engine reads none
     */
    private static boolean isKnown(@Nullable Object function, @Nullable EntityCode code) {
        return switch (function) {
            case null -> true;
            case CombinedPredicate<?> combined -> combined.stream().allMatch(part -> isKnown(part, code));
            case FieldMapper<?, ?, ?, ?, ?> mapper -> isOf(mapper.getMapper(), ReferenceField.class.getName());
            case UnaryExpression<?, ?> unary -> isKnown(unary.inner(), code);
            case BinaryExpression<?, ?, ?> binary -> isKnown(binary.first(), code) && isKnown(binary.second(), code);
            case Comparator<?> comparator
            when !(comparator instanceof Expression<?>) -> comparator instanceof FieldComparator<?>;
            case DirectEnumField<?, ?, ?> _ -> true;
            default ->
                function.getClass().isHidden()
                        ? code != null && Functions.known(function, code) != null
                        : isOf(function, FIELDS);
        };
    }

    private static boolean isOf(Object function, String begin) {
        return function.getClass().getName().startsWith(begin);
    }

    static boolean isSame(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Double a && other instanceof Double b) {
            return a.equals(b) || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
        }
        if (one instanceof Collection<?> a && other instanceof Collection<?> b) {
            return counted(a).equals(counted(b));
        }
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet()) && a.keySet().stream().allMatch(key -> isSame(a.get(key), b.get(key)));
        }
        if (one != null
                && other != null
                && one.getClass().isArray()
                && other.getClass().isArray()) {
            return isSame(listed(one), listed(other));
        }
        return Objects.equals(one, other)
                || one != null
                        && other != null
                        && isSummary(one)
                        && one.toString().equals(other.toString());
    }

    /** Returns whether an answer is of a summary class, which lacks its own {@code equals}. */
    static boolean isSummary(Object answer) {
        return answer.getClass().getSimpleName().endsWith("SummaryStatistics");
    }

    static List<Object> listed(Object array) {
        return IntStream.range(0, Array.getLength(array))
                .mapToObj(i -> Array.get(array, i))
                .toList();
    }

    private static Map<Object, Integer> counted(Collection<?> values) {
        Map<Object, Integer> counts = new HashMap<>();
        values.forEach(value -> counts.merge(value, 1, Integer::sum));
        return counts;
    }
}
