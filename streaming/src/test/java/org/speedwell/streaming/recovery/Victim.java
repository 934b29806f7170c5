package org.speedwell.streaming.recovery;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.checkpoint.CheckpointException;

/** A process that runs all jobs with checkpoints until a test kills it. */
final class Victim {
    private static final Duration INTERVAL = Duration.ofMillis(20);

    private Victim() {}

    /**
     * Runs the jobs. The arguments are a folder, the count of numbers, the numbers per second, a table, the URL, user
     * and password of a database, and the number of threads.
     */
    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        Jobs jobs = new Jobs(Long.parseLong(args[1]), Double.parseDouble(args[2]));
        run(jobs, folder, args[3], dataSource(args[4], args[5], args[6]), true, Integer.parseInt(args[7]));
    }

    /** Runs all jobs that have not completed yet to their end. */
    static void run(Jobs jobs, Path folder, String table, DataSource dataSource, boolean checkpoints, int threads)
            throws InterruptedException {
        try (Engine engine = new Engine(threads)) {
            List<Job> running = new ArrayList<>();
            for (String name : Jobs.NAMES) {
                if (Files.exists(done(folder, name))) {
                    continue; // a completed job would start from the beginning
                }
                Pipeline pipeline = name.equals(Jobs.NAMES.getLast())
                        ? jobs.toTable(dataSource, table)
                        : jobs.toFile(name, folder.resolve(name + ".txt"));
                JobOptions options = JobOptions.DEFAULT.named(name);
                running.add(engine.start(
                        pipeline, checkpoints ? options.withCheckpoints(folder.resolve(name), INTERVAL) : options));
            }
            List<Thread> ends = new ArrayList<>();
            for (Job job : running) {
                ends.add(Thread.startVirtualThread(() -> awaitEnd(job, done(folder, job.name()))));
            }
            System.out.println("running");
            for (Job job : running) {
                if (checkpoints) {
                    awaitCheckpoint(job);
                }
            }
            System.out.println("saved");
            for (Thread end : ends) {
                end.join();
            }
            if (running.stream().anyMatch(job -> job.status() != Job.Status.COMPLETED)) {
                throw new IllegalStateException("Not all jobs have completed.");
            }
        }
    }

    private static Path done(Path folder, String job) {
        return folder.resolve(job + ".done");
    }

    private static void awaitEnd(Job job, Path done) {
        try {
            job.await();
            Files.createFile(done);
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until a job has written a checkpoint or has ended. */
    private static void awaitCheckpoint(Job job) throws InterruptedException {
        try {
            job.checkpoint();
        } catch (CheckpointException e) {
            if (job.metrics().checkpoints().failed() > 0) {
                throw e;
            }
        }
    }

    static DataSource dataSource(String url, String user, String password) {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(url);
        dataSource.setUser(user);
        dataSource.setPassword(password);
        try {
            dataSource.setRewriteBatchedStatements(true); // one round trip per batch, not per row
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return dataSource;
    }
}
