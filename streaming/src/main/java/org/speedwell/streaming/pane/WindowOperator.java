package org.speedwell.streaming.pane;

import java.lang.invoke.MethodHandles;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.NumberAggregate;
import org.speedwell.streaming.aggregate.TimeIntegral;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * The state of one window definition for a part of the keys. The watermark closes all windows that end at its time or
 * before. An event counts in every window that is not yet closed. If there is none, the event is late. For one thread.
 */
public abstract sealed class WindowOperator<K, R> implements Operator<WindowResult<K, R>>
        permits PaneOperator, SessionOperator {
    /**
     * The place that a failure names if it occurs while computing a result. If the job skips failures, it skips the
     * result.
     */
    static final String FINISH = "the aggregate's finish";

    /** Returns the layout that batches for a window and an aggregate need. */
    public static Layout layout(
            Window window, Aggregate<?, ?, ?> aggregate, boolean objectKeys, boolean offersLateEvents) {
        boolean primitive = window instanceof Window.Sliding && aggregate instanceof NumberAggregate<?>;
        boolean hasNumbers = primitive && ((NumberAggregate<?>) aggregate).number() != null;
        return new Layout(objectKeys, hasNumbers, !primitive || offersLateEvents);
    }

    /** Creates an operator. Its batches must have the layout that {@link #layout} returns. */
    @SuppressWarnings("unchecked") // keys and events have the types of the job's definition
    public static <K, R> WindowOperator<K, R> of(
            Window window, Aggregate<?, ?, R> aggregate, Keys keys, Failures failures, LateEvents lateEvents) {
        return switch (window) {
            case Window.Sliding sliding ->
                new PaneOperator<>(
                        sliding,
                        aggregate.isDeductible(),
                        switch (aggregate) {
                            case Totals<?, ?> totals -> () -> new TotalsPane(totals);
                            case TimeIntegral<?, ?> integral -> () -> new IntegralPane(integral);
                            default ->
                                () -> new ObjectPane((Aggregate<Object, Object, Object>) aggregate, keys, failures);
                        },
                        (operator, output) -> HiddenClassCopy.of(MethodHandles.lookup(), PaneTaker.class)
                                .make(operator, aggregate.accumulator(), keys, failures, output),
                        keys,
                        failures,
                        lateEvents);
            case Window.Session session ->
                new SessionOperator<>(session, (Aggregate<Object, Object, R>) aggregate, keys, failures, lateEvents);
        };
    }
}
