package org.speedwell.streaming.recovery;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.ReplayableSource;

/**
 * A source of every {@code step}-th number from {@code first} up to a count, at a limited rate. After a seek, the
 * skipped numbers do not count for the rate.
 */
class Numbers implements ReplayableSource<Long> {
    private final long first;
    private final long step;
    private final long count;
    private final double perNano;
    private final long start = System.nanoTime();
    private long taken;
    private long skipped;

    Numbers(long first, long step, long count, double perSecond) {
        this.first = first;
        this.step = step;
        this.count = count;
        this.perNano = perSecond / 1e9;
    }

    @Override
    public @Nullable Long poll() {
        boolean due = taken - skipped <= (System.nanoTime() - start) * perNano;
        return due && !isExhausted() ? next() : null;
    }

    final Long next() {
        return first + step * taken++;
    }

    @Override
    public boolean isExhausted() {
        return first + step * taken >= count;
    }

    @Override
    public void stop() {
        throw new UnsupportedOperationException("These jobs are not drained.");
    }

    @Override
    public Long position() {
        return taken;
    }

    @Override
    public void seek(Serializable position) {
        taken = (Long) position;
        skipped = taken;
    }
}
