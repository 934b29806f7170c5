package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.fail;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.sakila.Film;

/**
 * A comparison of a Speedwell stream with the JDK's stream of the same list. It calls the same methods on both, step by
 * step, and fails at the first difference. It compares results, exceptions, calls of the user's functions, close
 * handlers and modes. For one thread.
 */
final class StreamTwins {
    private static final List<Class<?>> KINDS =
            List.of(Stream.class, IntStream.class, LongStream.class, DoubleStream.class);

    /** All instance methods of each kind of stream. */
    static final Map<Class<?>, List<Method>> METHODS = KINDS.stream()
            .collect(Collectors.toMap(
                    Function.identity(),
                    kind -> Arrays.stream(kind.getMethods())
                            .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                            .sorted(Comparator.comparing(Method::toString))
                            .toList()));

    /**
     * A stage of the pipeline.
     *
     * @param films true if the elements are films
     */
    record Twin(BaseStream<?, ?> ours, BaseStream<?, ?> jdk, boolean films) {
        Class<?> kind() {
            return KINDS.stream()
                    .filter(kind -> kind.isInstance(jdk))
                    .findFirst()
                    .orElseThrow();
        }

        List<Method> methods() {
            return METHODS.getOrDefault(kind(), List.of());
        }
    }

    /** The choice of the arguments of a call. */
    enum Arguments {
        /** Functions of a user. */
        OPAQUE,
        /** Fields, predicates and comparators of fields, if the method takes them. */
        FIELDS
    }

    /** The outcome of a call: a comparable value, a stream, or an exception. */
    private record Outcome(
            @Nullable Object value,
            @Nullable BaseStream<?, ?> stream,
            @Nullable Throwable thrown) {}

    private final List<Twin> stages = new ArrayList<>();
    private final List<String> script = new ArrayList<>();
    private final String name;
    private final UserCode ours;
    private final UserCode theirs;

    /** True if the order of results is undefined: the JDK's unordered parallel streams choose any rows. */
    private boolean unordered;

    private boolean closed;

    /** True if a part ran in parallel. The number of calls is undefined then. */
    private boolean ranInParallel;

    /**
     * True if both streams are correct but differ. The JDK's stream is unusable after its source is closed, and its
     * {@code unordered()} may return itself.
     */
    private boolean diverged;

    StreamTwins(String name, Stream<Film> stream, List<Film> list, int failAt, @Nullable Throwable failure) {
        this.name = name;
        this.ours = new UserCode(failAt, failure);
        this.theirs = new UserCode(failAt, failure);
        stages.add(new Twin(stream, list.stream(), true));
    }

    List<Twin> stages() {
        return stages;
    }

    /** Returns whether nothing remains to compare. */
    boolean isDiverged() {
        return diverged;
    }

    Twin last() {
        return stages.getLast();
    }

    /** Calls a method on a stage, with arguments of the user. Returns the stage that results, or null. */
    @Nullable
    Twin call(Twin on, Method method, Arguments arguments) {
        int count = method.getParameterCount();
        @Nullable Object[] mine = new @Nullable Object[count];
        @Nullable Object[] yours = new @Nullable Object[count];
        boolean isField = arguments == Arguments.FIELDS && on.films && ours.fieldArgument(method) != null;
        for (int i = 0; i < count; i++) {
            mine[i] = isField ? ours.fieldArgument(method) : ours.argument(method, i);
            yours[i] = isField ? theirs.fieldArgument(method) : theirs.argument(method, i);
        }
        return call(on, method, isField ? "field" : "", mine, yours);
    }

    /** Calls a method on a stage, with the given arguments. */
    @Nullable
    Twin call(Twin on, Method method, String shown, @Nullable Object[] mine, @Nullable Object[] yours) {
        if (diverged) {
            return null;
        }
        script.add("%d.%s(%s)".formatted(stages.indexOf(on), method.getName(), shown));
        Outcome expected = outcome(on.jdk, method, yours);
        Outcome actual = outcome(on.ours, method, mine);
        boolean isItself = expected.stream == on.jdk && method.getName().equals("unordered");
        if (closed && expected.thrown instanceof IllegalStateException || isItself) {
            diverged = true;
            return null;
        }
        unordered |= method.getName().equals("unordered");
        closed |= method.getName().equals("close");
        boolean isParallel = on.jdk.isParallel();
        if (isParallel && unordered && expected.thrown == null && actual.thrown == null && expected.stream == null) {
            return null; // any elements are correct
        }
        compare(actual.thrown, expected.thrown, isParallel);
        boolean isAny = isParallel && method.getName().equals("findAny");
        equal(
                isAny ? text(actual.value).equals("none") : actual.value,
                isAny ? text(expected.value).equals("none") : expected.value);
        ranInParallel |= isParallel;
        compareCode();
        equal(on.ours.isParallel(), on.jdk.isParallel());
        equal(actual.stream == null, expected.stream == null);
        if (expected.stream == null || actual.stream == null) {
            return null;
        }
        boolean isSame = expected.stream == on.jdk;
        equal(actual.stream == on.ours, isSame);
        if (isSame) {
            return on;
        }
        Twin next = new Twin(actual.stream, expected.stream, on.films && KEEPS_ELEMENTS.contains(method.getName()));
        stages.add(next);
        equal(next.ours.isParallel(), next.jdk.isParallel());
        return next;
    }

    private void equal(@Nullable Object actual, @Nullable Object expected) {
        if (!Objects.equals(actual, expected)) {
            fail("%s: gave %s, the JDK's %s", this, actual, expected);
        }
    }

    private static final List<String> KEEPS_ELEMENTS =
            List.of("filter", "distinct", "sorted", "peek", "limit", "skip", "takeWhile", "dropWhile", "unordered");

    /** Adds a close handler. */
    void onClose(Twin on, String handler, boolean fails) {
        Method method = method(on, "onClose", Runnable.class);
        call(on, method, handler, new Object[] {ours.closing(handler, fails)}, new Object[] {
            theirs.closing(handler, fails)
        });
    }

    void call(Twin on, String operation) {
        call(on, method(on, operation), Arguments.OPAQUE);
    }

    Method method(Twin on, String operation, Class<?>... parameters) {
        try {
            return on.kind().getMethod(operation, parameters);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private void compare(@Nullable Throwable actual, @Nullable Throwable expected, boolean isParallel) {
        if (actual == null || expected == null || isParallel || actual.getClass() != expected.getClass()) {
            if ((actual == null ? null : actual.getClass()) != (expected == null ? null : expected.getClass())) {
                fail("%s: threw %s, the JDK's %s".formatted(this, actual, expected), actual);
            }
            return;
        }
        if (expected.getStackTrace().length == 0) {
            equal(actual, expected); // the exact exception of the user's function
        } else if (expected instanceof IllegalArgumentException) {
            equal(actual.getMessage(), expected.getMessage());
            equal(Arrays.toString(actual.getSuppressed()), Arrays.toString(expected.getSuppressed()));
        }
    }

    private void compareCode() {
        if (ranInParallel) {
            equal(closed(ours), closed(theirs));
            return;
        }
        equal(ours.log(), theirs.log());
        if (ours.calls() > theirs.calls()) {
            fail("%s: %d calls, with the JDK %d", this, ours.calls(), theirs.calls());
        }
    }

    private static List<String> closed(UserCode code) {
        return code.log().stream().filter(line -> line.startsWith("closed")).toList();
    }

    private static Outcome outcome(BaseStream<?, ?> stream, Method method, @Nullable Object[] arguments) {
        try {
            Object result = method.invoke(stream, arguments);
            return result instanceof BaseStream<?, ?> next
                    ? new Outcome(null, next, null)
                    : new Outcome(comparable(result), null, null);
        } catch (InvocationTargetException e) {
            return new Outcome(null, null, e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        } catch (Throwable e) { // thrown while an iterator is drained
            return new Outcome(null, null, e);
        }
    }

    private static @Nullable Object comparable(@Nullable Object result) {
        return switch (result) {
            case null -> null;
            case Iterator<?> iterator -> {
                List<String> all = new ArrayList<>();
                iterator.forEachRemaining(element -> all.add(text(element)));
                yield all;
            }
            case Spliterator<?> spliterator -> {
                List<String> all = new ArrayList<>();
                spliterator.forEachRemaining(element -> all.add(text(element)));
                yield all;
            }
            case List<?> list -> list.stream().map(StreamTwins::text).toList();
            default ->
                result.getClass().isArray()
                        ? IntStream.range(0, Array.getLength(result))
                                .mapToObj(i -> text(Array.get(result, i)))
                                .toList()
                        : text(result);
        };
    }

    private static String text(@Nullable Object element) {
        return element instanceof Optional<?> optional
                ? optional.map(UserCode::text).orElse("none")
                : UserCode.text(element);
    }

    @Override
    public String toString() {
        return name + ": " + String.join(", ", script);
    }
}
