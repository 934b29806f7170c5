package org.speedwell.streaming.pane;

import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.window.WindowResult;

/**
 * The loop over the slots of a window that closes. Each operator has its own copy of this class. The compiler then
 * inlines the code that processes the results, and need not create results that no code keeps. For one thread.
 */
final class PaneEmission<K, R> implements PaneOperator.Emission {
    /** The only object of this copy of the class. Null in the original class. */
    private static final @Nullable Object ONLY = HiddenClassCopy.only(MethodHandles.lookup());

    private final Keys keys;
    private final Failures failures;
    private final long size;
    private final Outbox outbox;
    private final Stage<? super WindowResult<K, R>> chain;

    /** The slots that have results, of the range that is being emitted. */
    private final int[] slots = new int[Operator.STEP];

    PaneEmission(Keys keys, Failures failures, long size, Output<WindowResult<K, R>> output) {
        this.keys = keys;
        this.failures = failures;
        this.size = size;
        this.outbox = output.outbox();
        this.chain = output.chain();
    }

    @Override
    @SuppressWarnings("unchecked") // keys and results have the types of the operator's definition
    public int emit(Pane from, int first, int to, long end, boolean early) {
        PaneEmission<K, R> self = ONLY == null ? this : (PaneEmission<K, R>) ONLY;
        int size = from.counts.find(first, to, self.slots);
        for (int i = 0; i < size; i++) {
            int slot = self.slots[i];
            if (!self.outbox.isOpen()) {
                return slot;
            }
            K key = (K) self.keys.key(slot);
            R value;
            try {
                value = (R) from.result(slot);
            } catch (Throwable e) {
                self.failures.report(WindowOperator.FINISH, new Failures.OfKey(key), e);
                continue;
            }
            self.chain.accept(new WindowResult<>(key, end - self.size, end, value, early), end - 1);
        }
        return to;
    }
}
