package org.speedwell.streaming;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import org.speedwell.streaming.recording.JobProgressEvent;
import org.speedwell.streaming.recording.TaskletEvent;

/**
 * A recorder of the metrics of an engine's running jobs. It records them when a flight recording requests them.
 * Thread-safe.
 */
final class JobRecorder {
    private final Set<Job> jobs;

    /** The last recorded metrics, the base of the next rates. */
    private final Map<Job, JobMetrics> progresses = new ConcurrentHashMap<>();

    private final Map<Job, JobMetrics> tasklets = new ConcurrentHashMap<>();
    private final Runnable recordProgress = this::recordProgress;
    private final Runnable recordTasklets = this::recordTasklets;

    JobRecorder(Set<Job> jobs) {
        this.jobs = jobs;
        FlightRecorder.addPeriodicEvent(JobProgressEvent.class, recordProgress);
        FlightRecorder.addPeriodicEvent(TaskletEvent.class, recordTasklets);
    }

    void close() {
        FlightRecorder.removePeriodicEvent(recordProgress);
        FlightRecorder.removePeriodicEvent(recordTasklets);
    }

    private void recordProgress() {
        progresses.keySet().retainAll(jobs);
        for (Job job : jobs) {
            JobMetrics now = job.metrics();
            JobMetrics before = progresses.put(job, now);
            JobProgressEvent event = new JobProgressEvent();
            event.job = job.name();
            event.events = now.events();
            event.eventsPerSecond = before == null ? now.eventsPerSecond() : now.eventsPerSecond(before);
            event.late = now.late();
            event.skipped = now.skipped();
            event.evicted = now.evicted();
            event.results = now.results();
            event.watermarkLag = now.watermarkLag(System.currentTimeMillis());
            event.queued = now.queued();
            event.commit();
        }
    }

    private void recordTasklets() {
        tasklets.keySet().retainAll(jobs);
        for (Job job : jobs) {
            JobMetrics now = job.metrics();
            JobMetrics before = tasklets.put(job, now);
            for (int i = 0; i < now.tasklets().size(); i++) {
                TaskletMetrics tasklet = now.tasklets().get(i);
                TaskletEvent event = new TaskletEvent();
                event.job = job.name();
                event.tasklet = tasklet.name();
                event.busy = before == null ? (double) tasklet.busyNanos() / now.nanos() : now.busy(i, before);
                event.queued = tasklet.queued();
                event.stateBytes = tasklet.stateBytes();
                event.commit();
            }
        }
    }
}
