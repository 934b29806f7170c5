package org.speedwell.bench.htap;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Flow;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.bench.report.Latencies;
import org.speedwell.chbench.District;

/**
 * A measurement of the age of results: from the return of a commit that entered an order, until a subscriber of a
 * maintained query receives a result with that order. The district's number of the next order shows this. A new stream
 * must then show the order too.
 */
final class Ages implements Terminals.Commits, Flow.Subscriber<ResultChange<Map<Integer, Integer>>> {
    /** The factor of the warehouse in the key of a district. */
    static final int WAREHOUSE = 100;

    private final ChTables tables;
    private final Map<Integer, Integer> shown = new HashMap<>();
    private final Map<Integer, Queue<Commit>> waiting = new HashMap<>();
    private Histogram histogram = Latencies.histogram();
    private @Nullable Throwable failure;

    private record Commit(int order, long nanoTime) {}

    Ages(ChTables tables) {
        this.tables = tables;
    }

    private static int key(int warehouse, int district) {
        return warehouse * WAREHOUSE + district;
    }

    /** Begins a measurement. */
    synchronized void start() {
        histogram = Latencies.histogram();
        waiting.clear();
    }

    /**
     * Ends a measurement after all results have arrived.
     *
     * @throws IllegalStateException if a result did not arrive, or a stream did not show an order of a result
     */
    synchronized Histogram end() throws InterruptedException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (failure == null && waiting.values().stream().anyMatch(queue -> !queue.isEmpty())) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("A subscriber did not receive a committed order within a minute.");
            }
            wait(1_000);
        }
        if (failure != null) {
            throw new IllegalStateException("The subscription ended: " + failure, failure);
        }
        return histogram;
    }

    @Override
    public synchronized void committed(Terminal.NewOrder order, long nanoTime) {
        int key = key(order.warehouse(), order.district());
        if (shown.getOrDefault(key, 0) > order.order()) {
            histogram.recordValue(0); // the result was there before the commit returned
        } else {
            waiting.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(new Commit(order.order(), nanoTime));
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ResultChange<Map<Integer, Integer>> change) {
        Map<Integer, Integer> now = change.after();
        int district = receive(now, System.nanoTime());
        if (district != 0) {
            int streamed = tables.districts()
                    .filter(District.WAREHOUSE_ID.equal(district / WAREHOUSE))
                    .filter(District.ID.equal(district % WAREHOUSE))
                    .mapToInt(District.NEXT_ORDER_ID)
                    .sum();
            if (streamed < now.getOrDefault(district, 0)) {
                throw new IllegalStateException("A new stream shows order " + streamed + " as the next one of district "
                        + district + ", but a maintained result showed " + now.get(district) + " before.");
            }
        }
    }

    /** Records the ages of all orders in a result. Returns the key of a district with such an order, otherwise 0. */
    private synchronized int receive(Map<Integer, Integer> now, long nanoTime) {
        shown.putAll(now);
        int district = 0;
        for (Map.Entry<Integer, Queue<Commit>> each : waiting.entrySet()) {
            int next = now.getOrDefault(each.getKey(), 0);
            // Terminals report in any order, so an earlier order may be behind a later one.
            int before = each.getValue().size();
            each.getValue().removeIf(commit -> {
                if (commit.order < next) {
                    histogram.recordValue(Math.max(0, nanoTime - commit.nanoTime));
                    return true;
                }
                return false;
            });
            if (each.getValue().size() < before) {
                district = each.getKey();
            }
        }
        notifyAll();
        return district;
    }

    @Override
    public synchronized void onError(Throwable thrown) {
        failure = thrown;
        notifyAll();
    }

    @Override
    public void onComplete() {}
}
