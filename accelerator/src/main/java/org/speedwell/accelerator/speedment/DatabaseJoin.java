package org.speedwell.accelerator.speedment;

import com.speedment.runtime.join.Join;
import java.util.stream.Stream;

/**
 * A join that the database runs. Speedment's own streams of joins reject iterators, and count wrongly after {@code
 * limit} and {@code skip}. Therefore the operations run on a JDK stream that only takes their rows.
 */
record DatabaseJoin<T>(Join<T> join) implements Join<T> {
    @Override
    public Stream<T> stream() {
        return Stream.of(join).flatMap(Join::stream);
    }
}
