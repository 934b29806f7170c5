package org.speedwell.accelerator.classes;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.speedwell.accelerator.joins.JoinSteps;
import org.speedwell.accelerator.live.LiveJoin;
import org.speedwell.accelerator.live.NotInMemoryException;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.store.Tables;
import org.speedwell.accelerator.stream.TupleMaker;

/** A join of mapped classes with its elements. Immutable and thread-safe. */
record ClassTuples<T>(ClassJoin join, TupleMaker<T> maker) implements LiveJoin<T>, JoinSteps.Elements<T> {
    @Override
    public Stream<T> stream() {
        return join.store().stream(this);
    }

    @Override
    public Explanation explain(Function<? super Stream<T>, ?> pipeline, boolean isRun) {
        return join.store().explained(this, pipeline, isRun);
    }

    @Override
    public <R> MaintainedQuery<R> maintain(Function<? super Stream<T>, ? extends R> query) {
        return join.store().maintain(this, query);
    }

    @Override
    public List<TableId<?>> tables() {
        return join.steps().stream().<TableId<?>>map(ClassJoin.Step::table).toList();
    }

    @Override
    public OwnRows rows() {
        return join.own();
    }

    @Override
    public boolean isInner() {
        return join.isInner();
    }

    @Override
    public boolean isFull() {
        return join.isFull();
    }

    @Override
    public int driver() {
        return join.driver();
    }

    @Override
    public JoinQuery query(IntFunction<? extends Tables> versions) throws NotInMemoryException {
        return join.query(versions);
    }
}
