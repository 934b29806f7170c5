package org.speedwell.accelerator.speedment;

import com.speedment.runtime.compute.expression.BinaryExpression;
import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.UnaryExpression;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.comparator.FieldComparator;
import com.speedment.runtime.field.expression.FieldMapper;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.RecordedStream.Step;
import org.speedwell.accelerator.stream.StreamMethod;
import org.speedwell.generator.runtime.DirectEnumField;

/**
 * Which pipelines may be run once more, and have an answer that is certain to be the same; and whether two answers are. What
 * memory and SQL may order differently is compared without its order.
 *
 * @param trustsFunctions whether functions of the application, of which nothing is known, change nothing and always say the
 *     same
 */
record Comparability(boolean trustsFunctions) {
    /** These depend on an order that is not told, or do something beside. */
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

    /** These have functions that are not told. */
    private static final Set<StreamMethod> OPAQUE =
            Set.of(StreamMethod.REDUCE, StreamMethod.COLLECT, StreamMethod.MAP_MULTI, StreamMethod.MAP_TO_OBJ);

    private static final String FIELDS = "com.speedment.runtime.field.";

    /** Relative: sums of floating-point numbers depend on their order. */
    private static final double TOLERANCE = 1e-9;

    /** Whether a pipeline over a table has one answer, whoever gives it. */
    boolean isComparable(List<Step> pipeline, TableStore<?> table) {
        boolean isOrdered = false;
        for (Step operation : pipeline) {
            StreamMethod method = operation.method();
            boolean isOpen = ORDERED.contains(method) && !isOrdered;
            boolean isTie = !operation.ofNumbers() && (method == StreamMethod.MIN || method == StreamMethod.MAX);
            boolean isUnknown = !trustsFunctions && (OPAQUE.contains(method) || !isKnown(operation.function()));
            boolean isWriting =
                    operation.function() instanceof EncodingCollector<?, ?> encoding && encoding.isWriting();
            if (NEVER.contains(method) || isOpen || isTie || isUnknown || isWriting) {
                return false;
            }
            isOrdered = switch (method) {
                case SORTED -> isTotal(operation, table);
                case UNORDERED -> false;
                default -> isOrdered;
            };
        }
        return true;
    }

    /** Whether an order tells all rows apart. */
    private static boolean isTotal(Step sorted, TableStore<?> table) {
        int[] key = table.primaryKey();
        return sorted.ofNumbers() && sorted.function() == null
                || key.length == 1
                        && sorted.function() instanceof FieldComparator<?> comparator
                        && table.indexOf(comparator.getField().identifier()) == key[0];
    }

    /** Whether a function is a field, or made of fields, and has none of the application's own in it. */
    private static boolean isKnown(@Nullable Object function) {
        return switch (function) {
            case null -> true;
            case CombinedPredicate<?> combined -> combined.stream().allMatch(Comparability::isKnown);
            case FieldMapper<?, ?, ?, ?, ?> mapper -> isOf(mapper.getMapper(), ReferenceField.class.getName());
            case UnaryExpression<?, ?> unary -> isKnown(unary.inner());
            case BinaryExpression<?, ?, ?> binary -> isKnown(binary.first()) && isKnown(binary.second());
            case Comparator<?> comparator
            when !(comparator instanceof Expression<?>) -> comparator instanceof FieldComparator<?>;
            case DirectEnumField<?, ?, ?> _ -> true;
            default -> isOf(function, FIELDS) && !function.getClass().isHidden();
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

    /** Which have no {@code equals} of their own. */
    private static boolean isSummary(Object answer) {
        return answer.getClass().getSimpleName().endsWith("SummaryStatistics");
    }

    private static List<Object> listed(Object array) {
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
