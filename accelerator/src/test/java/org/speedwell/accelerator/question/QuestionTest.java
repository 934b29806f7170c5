package org.speedwell.accelerator.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares random questions, each in all forms that can express it, with nested loops over lists.
 * {@code -Dspeedwell.questions=N} sets their number, {@code -Dspeedwell.seed=S} the first seed,
 * {@code -Dspeedwell.threads=T} the number of threads. The questions of a seed do not depend on the number of threads.
 * A failure names its seed.
 */
@Tag("oracle")
class QuestionTest {
    private static final long QUESTIONS = Long.getLong("speedwell.questions", 3_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_125);
    private static final int THREADS = Integer.getInteger(
            "speedwell.threads", Math.min(2, Runtime.getRuntime().availableProcessors()));

    private static final int REPORTED = 20_000;

    private final AtomicLong seeds = new AtomicLong(SEED);
    private final AtomicLong asked = new AtomicLong();
    private final AtomicBoolean isFailed = new AtomicBoolean();
    private final long begun = System.nanoTime();

    @Test
    void everyFormEqualsNestedLoops() throws Exception {
        System.out.printf("%,d questions from seed %d%n", QUESTIONS, SEED);
        List<QuestionRun> runs = new ArrayList<>();
        try (ExecutorService workers = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int worker = 0; worker < THREADS; worker++) {
                QuestionRun run = new QuestionRun(worker, alike(QUESTIONS));
                runs.add(run);
                futures.add(workers.submit(() -> ask(run)));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        }
        runs.forEach(System.out::println);
        assertThat(runs.stream().flatMap(run -> run.failures().stream())).isEmpty();
        for (String form : List.of("FieldForm", "ExpressionForm", "LambdaForm", "LambdaForm, opaque", "explained")) {
            assertThat(runs).as(form).anyMatch(run -> run.runCounts().containsKey(form));
        }
    }

    private void ask(QuestionRun run) {
        while (!isFailed.get()) {
            long before = asked.getAndAdd(run.batchSize());
            if (before >= QUESTIONS) {
                return;
            }
            run.batch(seeds.getAndIncrement(), (int) Math.min(run.batchSize(), QUESTIONS - before));
            if (!run.failures().isEmpty()) {
                isFailed.set(true);
            }
            if (before / REPORTED < (before + run.batchSize()) / REPORTED) {
                System.out.printf(
                        "%,d questions, %,.0f a second%n", before, before / ((System.nanoTime() - begun) / 1e9));
            }
        }
    }

    /**
     * Returns the number of questions that share code. Compilation takes most of the time, so larger runs share more.
     */
    private static int alike(long questions) {
        if (questions < 100_000) {
            return 5;
        }
        return questions < 1_000_000 ? 20 : 100;
    }
}
