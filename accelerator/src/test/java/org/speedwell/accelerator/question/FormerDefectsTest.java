package org.speedwell.accelerator.question;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Terminal;
import org.speedwell.accelerator.question.Value.Cell;
import org.speedwell.accelerator.question.Value.Convert;
import org.speedwell.accelerator.question.Value.Required;

/** Repeats the smallest questions of former defects, each over tables of several sizes. */
@Tag("oracle")
class FormerDefectsTest {
    private static final int WORKER = 50;

    private record Defect(String what, Question question) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Question question(Terminal terminal) {
        return new Question(List.of(0), List.of(), List.of(), Optional.empty(), List.of(), terminal, false);
    }

    private static Terminal byKeys(Value key) {
        return new Terminal.Collect(new Grouping.ByKeys(List.of(key), List.of(new Aggregate.Count()), 0, false));
    }

    static Stream<Defect> defects() {
        Value ofParent = new Required(new Convert(Type.INT, new Cell(0, RowColumn.DOUBLE, 1)));
        return Stream.of(new Defect(
                "a key that must not be null throws where no row is referenced", question(byKeys(ofParent))));
    }

    @ParameterizedTest
    @MethodSource("defects")
    void everyFormEqualsNestedLoops(Defect defect) {
        QuestionRun run = new QuestionRun(WORKER, 1);
        List<String> wrong = new ArrayList<>();
        for (int size : new int[] {0, 1, 7, 64, 5_000}) {
            RowTable table = RowTable.of(WORKER * 20, size, size);
            run.ask(defect.question, List.of(table)).ifPresent(wrong::add);
        }
        assertThat(wrong).isEmpty();
    }
}
