package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.view.View;

/** Asks a member for all rows of its part of a view. */
final class ViewCall implements Callable<ViewCall.Rows>, HazelcastInstanceAware, Serializable {
    private final String job;
    private final String view;
    private transient @Nullable HazelcastInstance member;

    /** Values of rows of one time, which is {@code Long.MIN_VALUE} where there are none. */
    record Rows(long time, ArrayList<List<?>> rows) implements Serializable {}

    ViewCall(String job, String view) {
        this.job = job;
        this.view = view;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcastInstance) {
        member = hazelcastInstance;
    }

    @Override
    public Rows call() {
        return MemberJobs.of(Objects.requireNonNull(member))
                .find(job)
                .map(spread -> rows(ClusterJob.view(spread, view)))
                .orElseGet(() -> new Rows(Long.MIN_VALUE, new ArrayList<>()));
    }

    private static <E> Rows rows(View<E> of) {
        long time = of.time();
        ArrayList<List<?>> rows = new ArrayList<>();
        of.stream().forEach(row -> rows.add(new ArrayList<>(of.values(row))));
        return new Rows(time, rows);
    }
}
