package org.speedwell.streaming.hazelcast;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.Source;

/** An event of the tests. */
public record Sale(long shop, long time, long amount) implements Serializable {

    /** Returns random sales in order of time. */
    static List<Sale> random(long seed, int count) {
        Random random = new Random(seed);
        List<Sale> sales = new ArrayList<>();
        long time = 0;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(3);
            sales.add(new Sale(random.nextInt(50), time, random.nextInt(100)));
        }
        return sales;
    }

    /** Returns a source that can be split. Each of <i>n</i> partitions receives every <i>n</i>-th sale. */
    static ReplayableSource<Sale> inParts(List<Sale> sales) {
        return new Parts(sales, 0, 1);
    }

    private static final class Parts implements ReplayableSource<Sale> {
        private final List<Sale> sales;
        private final int step;
        private int next;
        private boolean stopped;

        private Parts(List<Sale> sales, int first, int step) {
            this.sales = sales;
            this.next = first;
            this.step = step;
        }

        @Override
        public Optional<Source<Sale>> part(int part, int parts) {
            return Optional.of(new Parts(sales, part, parts));
        }

        @Override
        public @Nullable Sale poll() {
            if (isExhausted()) {
                return null;
            }
            Sale sale = sales.get(next);
            next += step;
            return sale;
        }

        @Override
        public boolean isExhausted() {
            return stopped || next >= sales.size();
        }

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public Integer position() {
            return next;
        }

        @Override
        public void seek(Serializable position) {
            next = (Integer) position;
        }
    }
}
