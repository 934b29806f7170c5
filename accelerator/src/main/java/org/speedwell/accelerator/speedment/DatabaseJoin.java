package org.speedwell.accelerator.speedment;

import com.speedment.runtime.join.Join;
import java.util.stream.Stream;

/**
 * A join that the database answers. Speedment's own streams of joins refuse iterators and count wrongly behind {@code limit} and
 * {@code skip}, so the operations run on a stream of the JDK, which only takes their rows.
 */
record DatabaseJoin<T>(Join<T> join) implements Join<T> {
    @Override
    public Stream<T> stream() {
        return Stream.of(join).flatMap(Join::stream);
    }
}
