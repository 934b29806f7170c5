package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.store.TableStore;

/** A {@link PlainShapes.Shape} with values that it captures. */
record PlainOperation<E>(PlainShapes.Shape shape, Object[] captured) {

    Object on(Stream<E> stream) {
        return shape.use().apply(stream, captured);
    }

    @SuppressWarnings("unchecked") // of the kinds that give the entities
    Stream<E> entities(Stream<E> stream) {
        return (Stream<E>) on(stream);
    }

    @SuppressWarnings("unchecked") // of the kind that gives values
    Stream<Object> values(Stream<E> stream) {
        return (Stream<Object>) on(stream);
    }

    /** What makes it leave columns, if it stands alone; none if it is read. */
    List<String> left(TableStore<E> table) {
        List<String> reasons = new ArrayList<>();
        try {
            if (on(EntityStream.of(table, false, (_, _, reason, _) -> reasons.add(reason)))
                    instanceof BaseStream<?, ?> values) {
                var _ = values.iterator().hasNext();
            }
        } catch (RuntimeException e) { // of the lambda
            return reasons;
        }
        return reasons;
    }

    @Override
    public String toString() {
        return " plain {" + shape.source() + "} of " + Arrays.toString(captured);
    }
}
