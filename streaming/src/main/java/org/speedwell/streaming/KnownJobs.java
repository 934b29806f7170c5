package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The jobs that an engine has started: those that run, and the last that have ended. Thread-safe. */
final class KnownJobs {
    /** The largest number of ended jobs. An ended job keeps only its last report. */
    private static final int ENDED = 16;

    /** The jobs in the order of their starts. */
    private final List<Job> jobs = new ArrayList<>();

    /** Adds a job that starts. It replaces ended jobs with its name. */
    synchronized void add(Job job) {
        jobs.removeIf(other -> isOver(other) && other.name().equals(job.name()));
        jobs.add(job);
        List<Job> over = jobs.stream().filter(KnownJobs::isOver).toList();
        jobs.removeAll(over.subList(0, Math.max(0, over.size() - ENDED)));
    }

    /** Removes a job that could not start. */
    synchronized void remove(Job job) {
        jobs.remove(job);
    }

    synchronized List<Job> all() {
        return List.copyOf(jobs);
    }

    /** Returns the newest job with a name, preferably one that runs. */
    synchronized Optional<Job> newest(String name) {
        return jobs.reversed().stream()
                .filter(job -> job.name().equals(name))
                .min(Comparator.comparing(KnownJobs::isOver));
    }

    private static boolean isOver(Job job) {
        return switch (job.status()) {
            case RUNNING, PAUSED, DRAINING -> false;
            case COMPLETED, CANCELLED, FAILED -> true;
        };
    }
}
