package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Millis;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.keyed.StatefulMap;

/**
 * A join of each event with the version of its key that was valid at the time of the event: the latest version that is
 * not later than the event. The join holds an event until the watermark has passed its time. Then every version that
 * counts has arrived. So the order in which events and versions arrive does not matter. Immutable.
 *
 * {@snippet :
 * Events<Double> amounts = paid.key(Paid::currency)
 *     .asOfJoin(rates.key(Rate::currency))
 *     .inner((payment, rate) -> payment.amount() * rate.factor());
 * }
 *
 * <p>An event is late if its time is before the watermark. A version is late if all events that it concerns have their
 * results: a later version is valid already. A version before the watermark is valid for later events otherwise. If
 * two versions have the same time, the last to arrive is valid.
 *
 * <p>The state of a key holds the waiting events, the valid version, and the versions of the times after the watermark.
 * The valid version stays until the end of the job, unless {@link #timeToLive} limits it.
 *
 * @param <T> the class of the events
 * @param <U> the class of the versions
 */
public final class AsOfJoin<T, U> {
    private final Keyed<Object, ?> merged;
    private final @Nullable Duration timeToLive;
    private final @Nullable Predicate<? super U> removal;
    private final List<Object> functions;
    private final @Nullable SideOutput<LateEvent<T>> late;
    private final @Nullable SideOutput<LateEvent<U>> lateVersions;

    AsOfJoin(
            Keyed<Object, ?> merged,
            @Nullable Duration timeToLive,
            @Nullable Predicate<? super U> removal,
            List<Object> functions,
            @Nullable SideOutput<LateEvent<T>> late,
            @Nullable SideOutput<LateEvent<U>> lateVersions) {
        this.merged = merged;
        this.timeToLive = timeToLive;
        this.removal = removal;
        this.functions = functions;
        this.late = late;
        this.lateVersions = lateVersions;
    }

    /**
     * Returns the same join with a time to live. A key leaves the state when the watermark is this much later than its
     * latest event and version.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public AsOfJoin<T, U> timeToLive(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("The time to live is " + time + ", but must be zero or more.");
        }
        return new AsOfJoin<>(merged, time, removal, functions, late, lateVersions);
    }

    /**
     * Returns the same join with a test for versions that end a key, such as the deletion of a row. No version is valid
     * from the time of such a version until the next one.
     */
    public AsOfJoin<T, U> removedBy(Predicate<? super U> test) {
        return new AsOfJoin<>(merged, timeToLive, test, functions, late, lateVersions);
    }

    /**
     * Returns the same join with a side output for late events. Call {@link Events#side} on the results to use them.
     */
    public AsOfJoin<T, U> lateTo(SideOutput<LateEvent<T>> output) {
        return new AsOfJoin<>(merged, timeToLive, removal, functions, output, lateVersions);
    }

    /** Returns the same join with a side output for late versions, like {@link #lateTo}. */
    public AsOfJoin<T, U> lateVersionsTo(SideOutput<LateEvent<U>> output) {
        return new AsOfJoin<>(merged, timeToLive, removal, functions, late, output);
    }

    /**
     * Returns a result for each event that has a valid version. It has the time of the event.
     *
     * @param function combines an event with its version. It must not return null
     */
    public <R> Events<R> inner(BiFunction<? super T, ? super U, ? extends R> function) {
        return events(function, (event, version) -> version.map(valid -> function.apply(event, valid)));
    }

    /**
     * Returns a result for each event. It has the time of the event.
     *
     * @param function combines an event with its version, if one is valid. It must not return null
     */
    public <R> Events<R> leftOuter(BiFunction<? super T, ? super Optional<U>, ? extends R> function) {
        return events(
                function,
                (event, version) ->
                        Optional.of(requireNonNull(function.apply(event, version), "The function returned null.")));
    }

    private <R> Events<R> events(Object function, BiFunction<T, Optional<U>, Optional<? extends R>> result) {
        List<Object> all = new ArrayList<>(functions);
        all.add(requireNonNull(function));
        if (removal != null) {
            all.add(removal);
        }
        StatefulMap<Object, Object, AsOfState<T, U>, R> map = StatefulMap.<Object, Object, AsOfState<T, U>, R>of(
                        AsOfState::new, (state, event, time, results) -> {
                            if (event instanceof SidesAggregate.OtherSide(Object other)) {
                                U version = SidesAggregate.side(other);
                                boolean removes = removal != null && removal.test(version);
                                if (!state.addVersion(version, removes, time, results.watermark())) {
                                    LateEvent.report(version, time, lateVersions, results);
                                }
                            } else if (!state.add(SidesAggregate.side(event), time, results.watermark())) {
                                LateEvent.report(SidesAggregate.<T>side(event), time, late, results);
                            }
                        })
                .onAlarm(
                        (state, latest) -> state.alarm(),
                        (key, state, time, results) -> state.join(time, result, results));
        long life = timeToLive == null ? Long.MAX_VALUE : Millis.saturated(timeToLive);
        return merged.stateful(
                "as-of join",
                map.expiringAt((state, latest) -> state.expiry(latest, life))
                        .sideOutputs(LateEvent.outputs(late, lateVersions)),
                false,
                all);
    }
}
