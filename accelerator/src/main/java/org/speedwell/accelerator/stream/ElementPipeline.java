package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a pipeline before its terminal operation. They run over one element at a time, as those of an
 * ordinary stream do. For few elements this is faster than a plan over columns. It has no state of its own.
 */
public final class ElementPipeline {
    /** The filters at the start of the pipeline. */
    private final List<Predicate<Object>> filters = new ArrayList<>();

    private final List<Operation<?, ?>> others = new ArrayList<>();

    private final @Nullable ToLongFunction<Object> number;

    @SuppressWarnings("unchecked") // the predicates accept the elements
    ElementPipeline(List<Operation<?, ?>> operations) {
        for (Operation<?, ?> operation : operations) {
            if (others.isEmpty()
                    && operation.method() == StreamMethod.FILTER
                    && operation.argument() instanceof Predicate<?> filter) {
                filters.add((Predicate<Object>) filter);
            } else {
                others.add(operation);
            }
        }
        number = others.size() == 1 ? number(others.getFirst()) : null;
    }

    /** Returns whether an element passes the filters at the start of the pipeline. */
    public boolean accepts(Object element) {
        for (Predicate<Object> filter : filters) {
            if (!filter.test(element)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the pipeline has only filters at its start. The terminal operation then takes the elements. */
    public boolean onlyFilters() {
        return others.isEmpty();
    }

    /** Returns the function that maps accepted elements to whole numbers; null if other operations follow. */
    public @Nullable ToLongFunction<Object> number() {
        return number;
    }

    @SuppressWarnings("unchecked") // the function accepts the elements
    private static @Nullable ToLongFunction<Object> number(Operation<?, ?> of) {
        return switch (of.argument()) {
            case ToIntFunction<?> function
            when of.method() == StreamMethod.MAP_TO_INT -> ((ToIntFunction<Object>) function)::applyAsInt;
            case ToLongFunction<?> function
            when of.method() == StreamMethod.MAP_TO_LONG -> (ToLongFunction<Object>) function;
            case null, default -> null;
        };
    }

    /** Returns the stream on which the terminal operation runs for one accepted element. */
    public BaseStream<?, ?> after(Object element) {
        return (BaseStream<?, ?>) requireNonNull(RecordedStream.replay(others, Stream.of(element)));
    }
}
