package org.speedwell.accelerator.live;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.JoinStream;
import org.speedwell.accelerator.stream.TupleMaker;

/** A join of tables in memory, in any form of the API and in any version. Immutable and thread-safe. */
public interface LiveJoin<T> {
    /** Returns the tables in the order of the tuples. */
    List<TableId<?>> tables();

    /** Returns the application's own rows that the join may name. */
    OwnRows rows();

    /** Returns whether the join keeps no row without a match. */
    boolean isInner();

    /** Returns whether the last join, a left join, also keeps all rows of its table. */
    boolean isFull();

    /** Returns the place of the table that has exactly one row in every tuple. A full outer join has no such table. */
    int driver();

    /** Returns the function that makes an element of a tuple. */
    TupleMaker<T> maker();

    /**
     * Returns the join of the tables of several versions.
     *
     * @param versions returns the version of the table at a place
     * @throws NotInMemoryException if memory cannot run it
     */
    JoinQuery query(IntFunction<? extends Tables> versions) throws NotInMemoryException;

    /** Returns the names of the tables, for messages. */
    default String names() {
        return tables().stream().map(TableId::table).collect(Collectors.joining(", "));
    }

    /** Returns the tables of the join that are in a version. */
    default List<TableStore<?>> tables(Tables version) {
        return tables().stream()
                .<@Nullable TableStore<?>>map(version::table)
                .<TableStore<?>>mapMulti((table, found) -> {
                    if (table != null) {
                        found.accept(table);
                    }
                })
                .toList();
    }

    /**
     * Returns the tuples of one version.
     *
     * @param version the version, with all tables of the join
     * @param trace the trace that counts the tuples of each operator; null for none
     * @throws NotInMemoryException if memory cannot run the join
     */
    default Stream<T> stream(FallbackListener version, @Nullable ExecutionTrace trace) throws NotInMemoryException {
        return JoinStream.of(query(_ -> version), maker(), version, trace);
    }
}
