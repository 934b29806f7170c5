package org.speedwell.accelerator.stream;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.Gatherer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.sakila.Film;

/**
 * The functions of a user for every method of the streams. They are deterministic, count their calls, and fail on
 * request. They are thread-safe, as parallel streams require.
 */
final class UserCode {
    /** The log of close handlers and of functions without a result, such as those of {@code peek}. */
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    private final AtomicInteger calls = new AtomicInteger();
    private final int failAt;
    private final @Nullable Throwable failure;

    /** Creates functions. The call with the number {@code failAt} throws, counted from 1; with 0 none throws. */
    UserCode(int failAt, @Nullable Throwable failure) {
        this.failAt = failAt;
        this.failure = failure;
    }

    /** Returns a copy of the log, because a failed parallel stream may still run functions. */
    List<String> log() {
        synchronized (log) {
            return List.copyOf(log);
        }
    }

    int calls() {
        return calls.get();
    }

    private <T extends @Nullable Object> T called(T result) {
        if (calls.incrementAndGet() == failAt && failure != null) {
            throw UserCode.<RuntimeException>unchecked(failure);
        }
        return result;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }

    private void did(Object what) {
        log.add(String.valueOf(called(text(what))));
    }

    /** Returns a handler that logs its call. */
    Runnable closing(String name, boolean fails) {
        return () -> {
            log.add("closed " + name);
            if (fails) {
                throw new IllegalArgumentException(name);
            }
        };
    }

    static String text(@Nullable Object element) {
        return element instanceof Film film ? "film " + film.getFilmId() : String.valueOf(element);
    }

    private static int number(@Nullable Object element) {
        return element instanceof Number number
                ? number.intValue()
                : text(element).hashCode() % 1_000;
    }

    /** Returns an argument of an operation. */
    @Nullable
    Object argument(Method method, int index) {
        Class<?> type = method.getParameterTypes()[index];
        String name = method.getName();
        boolean isMulti = name.startsWith("mapMulti");
        boolean isFlat = name.startsWith("flatMap");
        if (type == Predicate.class) {
            return (Predicate<Object>) x -> called(number(x) % 3 != 0);
        } else if (type == Function.class) {
            return switch (name) {
                case "flatMapToInt" -> (Function<Object, IntStream>) x -> called(IntStream.of(1, number(x)));
                case "flatMapToLong" -> (Function<Object, LongStream>) x -> called(LongStream.of(1, number(x)));
                case "flatMapToDouble" -> (Function<Object, DoubleStream>) x -> called(DoubleStream.of(1, number(x)));
                case "flatMap" ->
                    (Function<Object, Stream<Object>>)
                            x -> called(Stream.of(x, x).onClose(() -> log.add("inner closed")));
                default -> (Function<Object, String>) x -> called(text(x));
            };
        } else if (type == ToIntFunction.class) {
            return (ToIntFunction<Object>) x -> called(number(x));
        } else if (type == ToLongFunction.class) {
            return (ToLongFunction<Object>) x -> called((long) number(x));
        } else if (type == ToDoubleFunction.class) {
            return (ToDoubleFunction<Object>) x -> called((double) number(x));
        } else if (type == BiConsumer.class) {
            return isMulti ? multi(name) : index == 1 ? adder() : merger();
        } else if (type == Consumer.class) {
            return (Consumer<Object>) this::did;
        } else if (type == Comparator.class) {
            return (Comparator<Object>) (a, b) -> called(text(b).compareTo(text(a)));
        } else if (type == BinaryOperator.class) {
            return method.getParameterCount() == 3
                    ? (BinaryOperator<Integer>) Integer::sum
                    : (BinaryOperator<@Nullable Object>) (a, b) -> called(b == null ? a : b);
        } else if (type == BiFunction.class) {
            return (BiFunction<Integer, Object, Integer>) (sum, x) -> called(sum + number(x));
        } else if (type == Supplier.class) {
            return (Supplier<List<Object>>) () -> called(new ArrayList<>());
        } else if (type == Collector.class) {
            return Collector.<Object, List<Object>>of(
                    () -> called(new ArrayList<>()), (list, x) -> list.add(called(x)), (a, b) -> {
                        a.addAll(b);
                        return a;
                    });
        } else if (type == Gatherer.class) {
            return Gatherer.<Object, Object>ofSequential(
                    (ignored, x, downstream) -> downstream.push(called("gathered " + text(x))));
        } else if (type == Runnable.class) {
            return closing(name, false);
        } else if (type == long.class) {
            return name.equals("reduce") ? Long.MIN_VALUE : (Object) 2L;
        } else if (type == int.class) {
            return Integer.MIN_VALUE;
        } else if (type == double.class) {
            return Double.NEGATIVE_INFINITY;
        } else if (type == Object.class) {
            return method.getParameterCount() == 3 ? 0 : null; // the identity of a sum, or of the last element
        }
        return numeric(type, name, isFlat, isMulti);
    }

    private Object numeric(Class<?> type, String name, boolean isFlat, boolean isMulti) {
        if (type == IntPredicate.class) {
            return (IntPredicate) v -> called(v % 3 != 0);
        } else if (type == IntUnaryOperator.class) {
            return (IntUnaryOperator) v -> called(v + 1);
        } else if (type == IntFunction.class) {
            return name.equals("toArray")
                    ? (IntFunction<Object[]>) size -> called(new Object[size])
                    : isFlat
                            ? (IntFunction<IntStream>) v -> called(IntStream.of(v, v))
                            : (IntFunction<Object>) v -> called("int " + v);
        } else if (type == IntToLongFunction.class) {
            return (IntToLongFunction) v -> called(v + 1L);
        } else if (type == IntToDoubleFunction.class) {
            return (IntToDoubleFunction) v -> called(v + 1.0);
        } else if (type == IntStream.IntMapMultiConsumer.class) {
            return (IntStream.IntMapMultiConsumer) (v, sink) -> sink.accept(called(v));
        } else if (type == IntConsumer.class) {
            return (IntConsumer) this::did;
        } else if (type == IntBinaryOperator.class) {
            return (IntBinaryOperator) (a, b) -> called(Math.max(a, b));
        } else if (type == ObjIntConsumer.class) {
            return (ObjIntConsumer<List<Object>>) (list, v) -> list.add(called(v));
        } else if (type == LongPredicate.class) {
            return (LongPredicate) v -> called(v % 3 != 0);
        } else if (type == LongUnaryOperator.class) {
            return (LongUnaryOperator) v -> called(v + 1);
        } else if (type == LongFunction.class) {
            return isFlat
                    ? (LongFunction<LongStream>) v -> called(LongStream.of(v, v))
                    : (LongFunction<Object>) v -> called("long " + v);
        } else if (type == LongToIntFunction.class) {
            return (LongToIntFunction) v -> called((int) v);
        } else if (type == LongToDoubleFunction.class) {
            return (LongToDoubleFunction) v -> called(v + 1.0);
        } else if (type == LongStream.LongMapMultiConsumer.class) {
            return (LongStream.LongMapMultiConsumer) (v, sink) -> sink.accept(called(v));
        } else if (type == LongConsumer.class) {
            return (LongConsumer) this::did;
        } else if (type == LongBinaryOperator.class) {
            return (LongBinaryOperator) (a, b) -> called(Math.max(a, b));
        } else if (type == ObjLongConsumer.class) {
            return (ObjLongConsumer<List<Object>>) (list, v) -> list.add(called(v));
        } else if (type == DoublePredicate.class) {
            return (DoublePredicate) v -> called(v % 3 != 0);
        } else if (type == DoubleUnaryOperator.class) {
            return (DoubleUnaryOperator) v -> called(v + 1);
        } else if (type == DoubleFunction.class) {
            return isFlat
                    ? (DoubleFunction<DoubleStream>) v -> called(DoubleStream.of(v, v))
                    : (DoubleFunction<Object>) v -> called("double " + v);
        } else if (type == DoubleToIntFunction.class) {
            return (DoubleToIntFunction) v -> called((int) v);
        } else if (type == DoubleToLongFunction.class) {
            return (DoubleToLongFunction) v -> called((long) v);
        } else if (type == DoubleStream.DoubleMapMultiConsumer.class) {
            return (DoubleStream.DoubleMapMultiConsumer) (v, sink) -> sink.accept(called(v));
        } else if (type == DoubleConsumer.class) {
            return (DoubleConsumer) this::did;
        } else if (type == DoubleBinaryOperator.class) {
            return (DoubleBinaryOperator) (a, b) -> called(Math.max(a, b));
        } else if (type == ObjDoubleConsumer.class) {
            return (ObjDoubleConsumer<List<Object>>) (list, v) -> list.add(called(v));
        }
        throw new AssertionError("no argument known of " + type + " for " + name + (isMulti ? " (multi)" : ""));
    }

    private Object multi(String name) {
        return switch (name) {
            case "mapMultiToInt" -> (BiConsumer<Object, IntConsumer>) (x, sink) -> sink.accept(called(number(x)));
            case "mapMultiToLong" -> (BiConsumer<Object, LongConsumer>) (x, sink) -> sink.accept(called(number(x)));
            case "mapMultiToDouble" -> (BiConsumer<Object, DoubleConsumer>) (x, sink) -> sink.accept(called(number(x)));
            default ->
                (BiConsumer<Object, Consumer<Object>>) (x, sink) -> {
                    sink.accept(called(x));
                    sink.accept(text(x));
                };
        };
    }

    private Object adder() {
        return (BiConsumer<List<Object>, Object>) (list, x) -> list.add(called(x));
    }

    private static Object merger() {
        return (BiConsumer<List<Object>, Collection<Object>>) List::addAll;
    }

    /**
     * Returns an argument that columns can evaluate, for streams of films. Returns null if the operation takes none.
     */
    @Nullable
    Object fieldArgument(Method method) {
        Class<?> type = method.getParameterCount() == 1 ? method.getParameterTypes()[0] : null;
        if (type == Predicate.class) {
            return switch (method.getName()) {
                case "takeWhile", "dropWhile" -> Film.FILM_ID.lessThan(40);
                case "anyMatch" -> Film.FILM_ID.greaterThan(60);
                case "allMatch" -> Film.LENGTH.isNull();
                default -> Film.FILM_ID.notEqual(7);
            };
        } else if (type == Comparator.class) {
            return Film.TITLE.comparator().reversed();
        } else if (type == Function.class && method.getName().equals("map")) {
            return Film.TITLE;
        } else if (type == ToIntFunction.class) {
            return Film.FILM_ID.asInt().map(v -> called(v % 5));
        } else if (type == ToLongFunction.class) {
            return Film.FILM_ID.asLong();
        } else if (type == ToDoubleFunction.class) {
            return Film.FILM_ID.asDouble().plus(1);
        }
        return null;
    }
}
