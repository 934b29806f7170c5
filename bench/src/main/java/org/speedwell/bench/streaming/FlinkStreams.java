package org.speedwell.bench.streaming;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Apache Flink inside this JVM, with one task slot. It runs only the Yahoo Streaming Benchmark. Objects are reused, and
 * all operators before the key are one chain, as Flink's makers advise. One job at a time, because Flink serialises the
 * functions of a job, and these find the feed in a static field.
 */
final class FlinkStreams implements StreamEngine {
    private static volatile @Nullable Feed feed;
    private static volatile @Nullable Outlet outlet;

    /** A counter of the views in a window. */
    private static final class Count implements AggregateFunction<Ads.CampaignView, Long, Long> {
        private static final long serialVersionUID = 1;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Ads.CampaignView view, Long count) {
            return count + 1;
        }

        @Override
        public Long getResult(Long count) {
            return count;
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    /** The end of the job: it passes each result to the outlet. */
    private static final class Results implements WindowFunction<Long, Long, Integer, TimeWindow> {
        private static final long serialVersionUID = 1;

        @Override
        public void apply(Integer campaign, TimeWindow window, Iterable<Long> counts, Collector<Long> collector) {
            Outlet target = outlet;
            for (Long count : counts) {
                if (target != null) {
                    target.accept(window.getEnd(), (long) campaign, count);
                }
            }
        }
    }

    @Override
    public RunningJob start(Feed events, Outlet results) {
        if (events.scenario() != Scenario.YAHOO) {
            throw new IllegalArgumentException("Flink runs only the scenario YAHOO. Use speedwell or jet.");
        }
        feed = events;
        outlet = results;
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(1);
        environment.getConfig().enableObjectReuse();
        environment
                .fromSource(
                        new NumberSequenceSource(0, events.count() - 1), WatermarkStrategy.noWatermarks(), "numbers")
                .map(FlinkStreams::event)
                .returns(Ads.AdEvent.class)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Ads.AdEvent>forMonotonousTimestamps()
                        .withTimestampAssigner((event, _) -> event.time()))
                .filter(Ads::isView)
                .map(Ads::view)
                .returns(Ads.View.class)
                .map(view -> Ads.joined(view, Ads.campaign(view)))
                .returns(Ads.CampaignView.class)
                .keyBy(Ads.CampaignView::campaign, Types.INT)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(Scenario.YAHOO.window())))
                .aggregate(new Count(), new Results(), Types.LONG, Types.LONG)
                .sinkTo(new DiscardingSink<>());
        try {
            return new Job(environment.executeAsync("events"), environment);
        } catch (Exception e) {
            throw new IllegalStateException("Flink did not start the job: " + e.getMessage(), e);
        }
    }

    private static Ads.AdEvent event(long number) {
        Feed events = feed;
        if (events == null) {
            throw new IllegalStateException("The job has no feed.");
        }
        return Ads.event(number, events.start() + (long) (number * 1_000 / events.rate()));
    }

    /** A running job and its environment. */
    private record Job(JobClient client, StreamExecutionEnvironment environment) implements RunningJob {
        @Override
        public void await() throws InterruptedException {
            try {
                client.getJobExecutionResult().get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("The job failed: " + e.getMessage(), e);
            }
        }

        @Override
        public void cancel() {
            client.cancel().join();
            try {
                environment.close();
            } catch (Exception e) {
                throw new IllegalStateException("Flink did not close: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        feed = null;
        outlet = null;
    }
}
