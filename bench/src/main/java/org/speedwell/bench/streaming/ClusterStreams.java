package org.speedwell.bench.streaming;

import java.util.Map;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.hazelcast.ClusterJob;
import org.speedwell.streaming.hazelcast.HazelcastEngine;

/** Speedwell's jobs on the one member on which {@link JetStreams} runs those of Jet. */
final class ClusterStreams implements StreamEngine {
    private final JetStreams jet;
    private final int threads;
    private int jobs;

    /** The job of the feed that is set. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            return SpeedwellStreams.pipeline(JetStreams.feed(), JetStreams.outlet());
        }
    }

    /** @param jet closed with this */
    ClusterStreams(JetStreams jet, int threads) {
        this.jet = jet;
        this.threads = threads;
    }

    @Override
    public RunningJob start(Feed toRun, Outlet results) {
        JetStreams.set(toRun, results);
        ClusterJob job = HazelcastEngine.of(jet.member())
                .withParts(threads)
                .start(Definition.class, JobOptions.DEFAULT.named("job " + jobs++));
        return new RunningJob() {
            @Override
            public void await() {
                if (!job.await()) {
                    throw new IllegalStateException("The job was cancelled.");
                }
            }

            @Override
            public void cancel() {
                job.cancel();
            }
        };
    }

    @Override
    public void close() {
        jet.close();
    }
}
