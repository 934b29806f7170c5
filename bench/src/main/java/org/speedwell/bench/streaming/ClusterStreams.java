package org.speedwell.bench.streaming;

import java.util.Map;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.hazelcast.ClusterJob;
import org.speedwell.streaming.hazelcast.HazelcastEngine;

/** An engine that runs Speedwell's jobs on the same member on which {@link JetStreams} runs Jet's jobs. */
final class ClusterStreams implements StreamEngine {
    private final JetStreams jet;
    private final int threads;
    private int jobs;

    /** The job for the feed that {@link JetStreams} has set. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            return SpeedwellStreams.pipeline(JetStreams.feed(), JetStreams.outlet());
        }
    }

    /**
     * Creates an engine.
     *
     * @param jet the engine with the member; {@link #close} closes it too
     */
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
