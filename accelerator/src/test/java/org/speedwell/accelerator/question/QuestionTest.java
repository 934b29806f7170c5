package org.speedwell.accelerator.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Random questions, each in all forms that have words for it, against nested loops over lists. {@code -Dspeedwell.questions=N}
 * sets how many, {@code -Dspeedwell.seed=S} where they start. {@link QuestionRun} asks millions.
 */
class QuestionTest {
    private static final int QUESTIONS = Integer.getInteger("speedwell.questions", 3_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_125);
    private static final int MOST_FAILURES = 8;

    @Test
    void everyFormGivesWhatNestedLoopsGive() {
        QuestionRun run = new QuestionRun(0);
        for (long seed = SEED; run.questions() < QUESTIONS && run.failures().size() < MOST_FAILURES; seed++) {
            run.batch(seed, (int) Math.min(QuestionRun.A_BATCH, QUESTIONS - run.questions()));
        }
        System.out.println(run);
        assertThat(run.failures()).isEmpty();
        List<String> forms = List.of("FieldForm", "ExpressionForm", "LambdaForm", "LambdaForm, opaque");
        assertThat(run.asked().keySet()).containsAll(forms);
    }
}
