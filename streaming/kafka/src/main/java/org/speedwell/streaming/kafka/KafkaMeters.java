package org.speedwell.streaming.kafka;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A binder of the metrics of a source or a sink to a meter registry, with names that begin with
 * {@code speedwell.streaming.kafka}. The name that the application gives is a tag. Immutable.
 *
 * {@snippet :
 * KafkaSource<String> lines = KafkaSource.ofValues(
 *         Map.of("bootstrap.servers", "localhost:9092"), Topics.named("lines"), StringDeserializer::new);
 * KafkaMeters.of("lines", lines).bindTo(registry);
 * }
 */
@SuppressWarnings("exports") // users of this class have Micrometer
public final class KafkaMeters implements MeterBinder {
    private static final String PREFIX = "speedwell.streaming.kafka.";

    private final MeterBinder binder;

    private KafkaMeters(MeterBinder binder) {
        this.binder = binder;
    }

    /** Returns the meters of a source. */
    public static KafkaMeters of(String name, KafkaSource<?> source) {
        Tags tags = Tags.of("source", name);
        return new KafkaMeters(registry -> {
            gauge(
                    registry,
                    tags,
                    "lag",
                    "Offsets that the job has not read",
                    source,
                    of -> of.metrics().totalLag());
            gauge(
                    registry,
                    tags,
                    "paused",
                    "Partitions that wait for slower ones",
                    source,
                    of -> of.metrics().paused().size());
            count(
                    registry,
                    tags,
                    "commits",
                    "Commits to the group",
                    source,
                    of -> of.metrics().commits());
            count(
                    registry,
                    tags,
                    "commits.failed",
                    "Commits to the group that failed",
                    source,
                    of -> of.metrics().failedCommits());
            TimeGauge.builder(
                            PREFIX + "silence",
                            source,
                            TimeUnit.MILLISECONDS,
                            of -> of.metrics().silence().toMillis())
                    .description("Time since a broker last answered")
                    .tags(tags)
                    .register(registry);
        });
    }

    /** Returns the meters of a sink. */
    public static KafkaMeters of(String name, KafkaSink<?> sink) {
        Tags tags = Tags.of("sink", name);
        return new KafkaMeters(registry -> {
            count(
                    registry,
                    tags,
                    "records",
                    "Records sent to brokers",
                    sink,
                    of -> of.metrics().records());
            count(
                    registry,
                    tags,
                    "bytes",
                    "Bytes of keys and values sent",
                    sink,
                    of -> of.metrics().bytes());
            count(
                    registry,
                    tags,
                    "transactions",
                    "Transactions committed",
                    sink,
                    of -> of.metrics().transactions());
            count(
                    registry,
                    tags,
                    "aborted",
                    "Transactions that failed and were repeated",
                    sink,
                    of -> of.metrics().aborted());
            gauge(
                    registry,
                    tags,
                    "pending",
                    "Bytes that wait for the next checkpoint",
                    sink,
                    of -> of.metrics().pendingBytes());
        });
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        binder.bindTo(registry);
    }

    private static <S> void gauge(
            MeterRegistry registry, Tags tags, String name, String what, S of, ToDoubleFunction<S> value) {
        Gauge.builder(PREFIX + name, of, value).description(what).tags(tags).register(registry);
    }

    private static <S> void count(
            MeterRegistry registry, Tags tags, String name, String what, S of, ToLongFunction<S> value) {
        FunctionCounter.builder(PREFIX + name, of, value::applyAsLong)
                .description(what)
                .tags(tags)
                .register(registry);
    }
}
