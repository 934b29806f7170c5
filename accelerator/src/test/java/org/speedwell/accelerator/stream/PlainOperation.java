package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.store.TableStore;

/** A {@link PlainShapes.Shape} with the values that it captures. */
record PlainOperation<E>(PlainShapes.Shape shape, Object[] captured) {

    Object on(Stream<E> stream) {
        return shape.use().apply(stream, captured);
    }

    @SuppressWarnings("unchecked") // kinds that return entities
    Stream<E> entities(Stream<E> stream) {
        return (Stream<E>) on(stream);
    }

    @SuppressWarnings("unchecked") // the kind that returns values
    Stream<Object> values(Stream<E> stream) {
        return (Stream<Object>) on(stream);
    }

    /** Returns the reasons for fallbacks of the operation alone; empty if Speedwell reads its lambda. */
    List<String> fallbacks(TableStore<E> table) {
        List<String> reasons = new ArrayList<>();
        try {
            if (on(EntityStream.of(table, false, (_, _, reason, _) -> reasons.add(reason)))
                    instanceof BaseStream<?, ?> values) {
                var _ = values.iterator().hasNext();
            }
        } catch (RuntimeException e) { // thrown by the lambda
            return reasons;
        }
        return reasons;
    }

    @Override
    public String toString() {
        return " plain {" + shape.source() + "} of " + Arrays.toString(captured);
    }
}
