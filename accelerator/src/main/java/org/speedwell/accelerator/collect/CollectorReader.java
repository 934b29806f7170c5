package org.speedwell.accelerator.collect;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.aggregate.ValueAggregate.Collected;
import org.speedwell.accelerator.aggregate.ValueAggregate.RealSum;
import org.speedwell.accelerator.aggregate.ValueAggregate.RealSummary;
import org.speedwell.accelerator.aggregate.ValueAggregate.Total;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSum;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSummary;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.lambda.NotAnalyzableException;

/**
 * A reader of calls of {@link Collectors} in bytecode.
 *
 * <p>The shapes that it returns contain analysed functions, and no function objects. The reader rejects functions that
 * capture variables. The engine evaluates the functions over rows. A stream of elements cannot call them. If a run
 * fails, the caller starts again with the user's own collector.
 */
public final class CollectorReader {
    private static final String COLLECTORS = "java/util/stream/Collectors.";

    private final EntityCode entity;
    private final UnaryOperator<Expr> simplified;

    /** @param simplified returns an expression of the entities in its simplest form */
    public CollectorReader(EntityCode entity, UnaryOperator<Expr> simplified) {
        this.entity = entity;
        this.simplified = simplified;
    }

    /** A placeholder for the function object of a collector. Only the bytecode is available, so nothing calls it. */
    private static final Object ABSENT = new Object();

    /**
     * Returns the shape of the collector that a call creates.
     *
     * @throws NotAnalyzableException if the reader does not know the collector
     */
    public CollectorShape read(Code made) {
        if (!(made instanceof Code.Call call) || !call.method().startsWith(COLLECTORS)) {
            throw new NotAnalyzableException("is not created where it is passed");
        }
        List<Code> arguments = call.arguments();
        String name = call.method().substring(COLLECTORS.length());
        return switch (name) {
            case "counting" -> new CollectorShape.Counting();
            case "summingInt" -> ofValues(arguments, new WholeSum(Total.INT, true));
            case "summingLong" -> ofValues(arguments, new WholeSum(Total.LONG, false));
            case "summingDouble" -> ofValues(arguments, new RealSum(false));
            case "averagingInt" -> ofValues(arguments, new WholeSum(Total.AVERAGE, true));
            case "averagingLong" -> ofValues(arguments, new WholeSum(Total.AVERAGE, false));
            case "averagingDouble" -> ofValues(arguments, new RealSum(true));
            case "summarizingInt" -> ofValues(arguments, new WholeSummary(true));
            case "summarizingLong" -> ofValues(arguments, new WholeSummary(false));
            case "summarizingDouble" -> ofValues(arguments, new RealSummary());
            case "mapping" -> ofValues(arguments, new Collected(ofValues(arguments.get(1))));
            case "filtering" -> new CollectorShape.Filtering(function(arguments.getFirst()), read(arguments.get(1)));
            case "partitioningBy" ->
                new CollectorShape.Partitioning(function(arguments.getFirst()), downstream(arguments, 1));
            case "groupingBy" -> {
                boolean isOfMap = arguments.size() == 3;
                Supplier<Map<?, ?>> map = isOfMap ? map(arguments.get(1)) : HashMap::new;
                yield new CollectorShape.Grouping(
                        function(arguments.getFirst()), map, downstream(arguments, isOfMap ? 2 : 1));
            }
            case "toMap" -> {
                if (arguments.size() != 2) {
                    throw new NotAnalyzableException("calls Collectors.toMap with more than two arguments");
                }
                yield new CollectorShape.ToMap(function(arguments.getFirst()), function(arguments.get(1)));
            }
            default -> throw new NotAnalyzableException("calls Collectors." + name + ", which is not known");
        };
    }

    private CollectorShape downstream(List<Code> arguments, int place) {
        if (arguments.size() <= place) {
            throw new NotAnalyzableException("collects the entities themselves");
        }
        return read(arguments.get(place));
    }

    private CollectorShape ofValues(List<Code> arguments, ValueAggregate aggregate) {
        return new CollectorShape.OfValues(function(arguments.getFirst()), aggregate);
    }

    private AnalyzedFunction<Object, @Nullable Object> function(Code code) {
        if (!(code instanceof Code.Function function)
                || !function.captured().isEmpty()
                || function.type().parameterCount() != 1) {
            throw new NotAnalyzableException("uses a function that Speedwell does not know");
        }
        return Functions.<Object, @Nullable Object>known(ABSENT, function, entity)
                .with(simplified);
    }

    private static Supplier<Map<?, ?>> map(Code code) {
        String owner = code instanceof Code.Function function
                        && function.captured().isEmpty()
                        && function.implementation().methodName().equals("<init>")
                        && function.implementation().lookupDescriptor().equals("()V")
                ? function.implementation().owner().displayName()
                : "";
        return switch (owner) {
            case "HashMap" -> HashMap::new;
            case "TreeMap" -> TreeMap::new;
            case "LinkedHashMap" -> LinkedHashMap::new;
            default -> throw new NotAnalyzableException("creates a map of an unknown class");
        };
    }

    /** Returns the collector of values that a call creates. The reader knows no collectors of entities. */
    private static Collector<?, ?, ?> ofValues(Code code) {
        String method = code instanceof Code.Call call ? call.method() : "";
        List<Code> arguments = code.parts();
        if (arguments.isEmpty()) {
            switch (method) {
                case COLLECTORS + "toList" -> {
                    return Collectors.toList();
                }
                case COLLECTORS + "toUnmodifiableList" -> {
                    return Collectors.toUnmodifiableList();
                }
                case COLLECTORS + "toSet" -> {
                    return Collectors.toSet();
                }
                case COLLECTORS + "toUnmodifiableSet" -> {
                    return Collectors.toUnmodifiableSet();
                }
                case COLLECTORS + "counting" -> {
                    return Collectors.counting();
                }
                case COLLECTORS + "joining" -> {
                    return Collectors.joining();
                }
                default -> {}
            }
        } else if (arguments.size() == 1
                && method.equals(COLLECTORS + "joining")
                && arguments.getFirst() instanceof Code.Literal literal
                && literal.value() instanceof String between) {
            return Collectors.joining(between);
        }
        throw new NotAnalyzableException("collects values with a collector that Speedwell does not know");
    }
}
