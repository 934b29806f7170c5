package org.speedwell.accelerator.stream;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.lambda.Opaque;
import org.speedwell.accelerator.stream.ColumnCollector.Measure;

/**
 * Reads collectors of the JDK as the code that hands them over makes them. What comes out is only run over rows; its own
 * functions are not there to be called, so that whoever runs it begins anew with the user's collector where it fails.
 */
@SuppressWarnings({"unchecked", "rawtypes"}) // what is read has the types that the compiler has checked
final class CollectorReader {
    private static final String COLLECTORS = "java/util/stream/Collectors.";

    private final EntityCode entity;

    /** Stands for each collector that is read: none is run over entities. */
    private final Collector user;

    CollectorReader(EntityCode entity, Collector<?, ?, ?> user) {
        this.entity = entity;
        this.user = user;
    }

    /** The function of a collector, which nobody has. */
    private static final class Absent
            implements Function<Object, Object>,
                    Predicate<Object>,
                    ToIntFunction<Object>,
                    ToLongFunction<Object>,
                    ToDoubleFunction<Object> {
        private static final Absent FUNCTION = new Absent();

        private static UnsupportedOperationException absent() {
            return new UnsupportedOperationException("only its code is known");
        }

        @Override
        public Object apply(Object entity) {
            throw absent();
        }

        @Override
        public boolean test(Object entity) {
            throw absent();
        }

        @Override
        public int applyAsInt(Object entity) {
            throw absent();
        }

        @Override
        public long applyAsLong(Object entity) {
            throw absent();
        }

        @Override
        public double applyAsDouble(Object entity) {
            throw absent();
        }
    }

    /** The collector of rows; throws {@link Opaque} where it is not known. */
    ColumnCollector<?, ?, ?> read(Code made) {
        if (!(made instanceof Code.Call call) || !call.method().startsWith(COLLECTORS)) {
            throw new Opaque("is not made where it is handed over");
        }
        List<Code> arguments = call.arguments();
        String name = call.method().substring(COLLECTORS.length());
        return switch (name) {
            case "counting" -> new ColumnCollector.Counting(user);
            case "summingInt" -> measuring(Measure.SUM_INT, arguments);
            case "summingLong" -> measuring(Measure.SUM_LONG, arguments);
            case "summingDouble" -> measuring(Measure.SUM_DOUBLE, arguments);
            case "averagingInt" -> measuring(Measure.AVERAGE_INT, arguments);
            case "averagingLong" -> measuring(Measure.AVERAGE_LONG, arguments);
            case "averagingDouble" -> measuring(Measure.AVERAGE_DOUBLE, arguments);
            case "summarizingInt" -> measuring(Measure.SUMMARY_INT, arguments);
            case "summarizingLong" -> measuring(Measure.SUMMARY_LONG, arguments);
            case "summarizingDouble" -> measuring(Measure.SUMMARY_DOUBLE, arguments);
            case "mapping" ->
                new ColumnCollector.Mapping(user, function(arguments.getFirst()), ofValues(arguments.get(1)));
            case "filtering" ->
                new ColumnCollector.Filtering(user, function(arguments.getFirst()), read(arguments.get(1)));
            case "partitioningBy" ->
                new ColumnCollector.Partitioning(user, function(arguments.getFirst()), downstream(arguments, 1));
            case "groupingBy" -> {
                boolean isOfMap = arguments.size() == 3;
                Supplier map = isOfMap ? map(arguments.get(1)) : HashMap::new;
                yield new ColumnCollector.Grouping(
                        user, function(arguments.getFirst()), map, downstream(arguments, isOfMap ? 2 : 1));
            }
            case "toMap" -> {
                if (arguments.size() != 2) {
                    throw new Opaque("calls Collectors.toMap with what is not known");
                }
                yield new ColumnCollector.Mapped(user, function(arguments.getFirst()), function(arguments.get(1)));
            }
            default -> throw new Opaque("calls Collectors." + name + ", which is not known");
        };
    }

    private ColumnCollector<?, ?, ?> downstream(List<Code> arguments, int place) {
        if (arguments.size() <= place) {
            throw new Opaque("collects the entities themselves");
        }
        return read(arguments.get(place));
    }

    private ColumnCollector<?, ?, ?> measuring(Measure measure, List<Code> arguments) {
        return new ColumnCollector.Measuring(user, measure, function(arguments.getFirst()));
    }

    private Known<Object, @Nullable Object> function(Code code) {
        if (!(code instanceof Code.Function function)
                || !function.captured().isEmpty()
                || function.type().parameterCount() != 1) {
            throw new Opaque("uses a function that is not known");
        }
        return Functions.known(Absent.FUNCTION, function, entity);
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
            default -> throw new Opaque("makes a map that is not known");
        };
    }

    /** Of values, not of entities. */
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
        throw new Opaque("collects values in a way that is not known");
    }
}
