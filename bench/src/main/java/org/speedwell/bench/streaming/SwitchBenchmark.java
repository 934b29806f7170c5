package org.speedwell.bench.streaming;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.engine.Worker;

/**
 * The time of one switch between two tasks on one core, in nanoseconds. Two tasks pass a turn to each other: two
 * tasklets of one worker, two platform threads, or two virtual threads. The threads wait by {@link LockSupport}.
 *
 * <p>The benchmark keeps the JVM on one core by {@code taskset}. Without that command, two threads may run on two
 * cores. Both tasks count their turns, so a benchmark that loses a turn gets no figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Djdk.virtualThreadScheduler.parallelism=1")
@NullUnmarked // JMH sets the fields before anything reads them
public class SwitchBenchmark {
    /** The number of switches of an invocation. A worker at rest takes up to 0.5 ms to begin. */
    private static final int OF_TASKLETS = 10_000_000;

    private static final int OF_PLATFORM_THREADS = 20_000;
    private static final int OF_VIRTUAL_THREADS = 200_000;

    private Worker worker;

    /** Two tasks that pass a turn to each other. Each has its turn equally often. */
    private static final class Relay {
        private final int turns;
        private final int[] counts = new int[2];
        private volatile int next;

        private Relay(int switches) {
            this.turns = switches / 2;
        }

        /** Takes the turn of a task and passes it on. Returns whether it was the last one of the task. */
        private boolean take(int task) {
            boolean isLast = ++counts[task] == turns;
            next = 1 - task;
            return isLast;
        }

        private int switches() {
            if (counts[0] != turns || counts[1] != turns) {
                throw new IllegalStateException(
                        "The tasks had " + counts[0] + " and " + counts[1] + " turns, but each needs " + turns + ".");
            }
            return 2 * turns;
        }
    }

    /** A task that a worker calls. */
    private record CalledTask(Relay relay, int number, CountDownLatch ends) implements Tasklet {
        @Override
        public Progress call() {
            if (relay.next != number) {
                return Progress.NONE;
            }
            if (relay.take(number)) {
                ends.countDown();
                return Progress.DONE;
            }
            return Progress.MADE;
        }
    }

    /** Keeps all threads of this JVM on one core. */
    @Setup(Level.Trial)
    public void start() throws InterruptedException {
        String command = "taskset -acp 0 " + ProcessHandle.current().pid();
        try {
            int code = new ProcessBuilder(command.split(" "))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (code != 0) {
                System.out.println(command + " failed with code " + code + ". Two threads may run on two cores.");
            }
        } catch (IOException e) {
            System.out.println(command + " failed: " + e.getMessage() + ". Two threads may run on two cores.");
        }
        startWorker();
    }

    void startWorker() {
        worker = Worker.start("switching worker");
    }

    @Benchmark
    @OperationsPerInvocation(OF_TASKLETS)
    public int tasklets() throws InterruptedException {
        return passBetweenTasklets(OF_TASKLETS);
    }

    @Benchmark
    @OperationsPerInvocation(OF_PLATFORM_THREADS)
    public int platformThreads() throws InterruptedException {
        return passBetweenThreads(Thread.ofPlatform(), OF_PLATFORM_THREADS);
    }

    @Benchmark
    @OperationsPerInvocation(OF_VIRTUAL_THREADS)
    public int virtualThreads() throws InterruptedException {
        return passBetweenThreads(Thread.ofVirtual(), OF_VIRTUAL_THREADS);
    }

    int passBetweenTasklets(int switches) throws InterruptedException {
        Relay relay = new Relay(switches);
        CountDownLatch ends = new CountDownLatch(2);
        worker.add(new CalledTask(relay, 0, ends));
        worker.add(new CalledTask(relay, 1, ends));
        ends.await();
        return relay.switches();
    }

    static int passBetweenThreads(Thread.Builder builder, int switches) throws InterruptedException {
        Relay relay = new Relay(switches);
        Thread[] threads = new Thread[2];
        for (int task = 0; task < 2; task++) {
            int number = task;
            threads[task] = builder.unstarted(() -> {
                boolean isLast = false;
                while (!isLast) {
                    while (relay.next != number) {
                        LockSupport.park(relay);
                    }
                    isLast = relay.take(number);
                    LockSupport.unpark(threads[1 - number]);
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return relay.switches();
    }

    @TearDown(Level.Trial)
    public void stop() {
        worker.close();
    }
}
