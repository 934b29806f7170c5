package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.hazelcast.ViewTest.Revenue;
import org.speedwell.streaming.view.View;

/** Verifies when the rows of all members form one complete set, and which reasons are reported otherwise. */
@Tag("unit")
class ViewAnswersTest {
    private static final long NONE = Long.MIN_VALUE;

    @Test
    void rowsOfOneClosedTimeAreWhole() {
        ViewAnswers answers = of(rows("a", 1, 99, 100), rows("b", 1, 99, 130), rows("c", 1, 99, 100));
        assertThat(answers.missing()).isEmpty();
        assertThat(answers.shown()).hasSize(3);
        assertThat(answers.times().toArray()).containsOnly(99);
    }

    @Test
    void memberBehindOthersIsNamed() {
        ViewAnswers answers = of(rows("a", 1, 199, 200), rows("b", 1, 99, 199), rows("c", 1, NONE, 150));
        assertThat(answers.newest()).isEqualTo(199);
        assertThat(answers.missing())
                .containsExactly(
                        "member b has not completed the results of time 199",
                        "member c has not completed the results of time 199");
        assertThat(answers.times().min()).hasValue(99);
    }

    @Test
    void memberWithoutNewestRowsShowsNoOlderRows() {
        ViewAnswers answers = of(rows("a", 1, 199, 200), rows("b", 1, 99, 200), rows("c", 1, NONE, Long.MAX_VALUE));
        assertThat(answers.missing()).isEmpty();
        assertThat(answers.shown()).extracting(ViewCall.Rows::self).containsExactly("a");
        assertThat(answers.times().toArray()).containsExactly(199);
    }

    /**
     * Publishes a late row whose time the other members have already closed. Such a row must not start a complete set.
     */
    @Test
    void lateRowDoesNotStartNewSet() {
        View<Revenue> ofA = view(new Revenue(1, 1), 100, 200);
        View<Revenue> ofB = view(new Revenue(2, 1), 100, 200);
        ofB.accept(new Revenue(3, 1), 150);
        pass(ofB, 300);

        ViewAnswers answers = of(rows("a", ofA), rows("b", ofB), rows("c", 1, NONE, 200));
        assertThat(answers.missing()).isEmpty();
        assertThat(answers.newest()).isEqualTo(100);
        assertThat(answers.shown()).extracting(ViewCall.Rows::self).containsExactly("a", "b");
    }

    private static View<Revenue> view(Revenue row, long time, long watermark) {
        View<Revenue> view = new View<>(Revenue.SCHEMA);
        view.accept(row, time);
        pass(view, watermark);
        return view;
    }

    private static void pass(View<Revenue> view, long watermark) {
        view.watermark(watermark);
        while (!view.flush()) {
            Thread.onSpinWait();
        }
    }

    private static ViewCall.Rows rows(String self, View<Revenue> view) {
        return rows(self, 1, view.version().time(), view.version().closed());
    }

    @Test
    void memberWithoutRunningJobIsNamed() {
        Map<String, ViewCall.@Nullable Rows> answers = new TreeMap<>();
        answers.put("a", rows("a", 2, 99, 100));
        answers.put("b", null);
        assertThat(new ViewAnswers(answers).missing())
                .containsExactly("the job has not started on member b", "member c has left the cluster");

        answers.put("b", rows("b", 1, 99, 100)); // from the previous execution
        answers.put("c", rows("c", 2, 99, 100));
        answers.put("d", null); // joined later and takes no part
        assertThat(new ViewAnswers(answers).missing()).containsExactly("the job has not started on member b");
    }

    @Test
    void rowsAreIncompleteBeforeFirstWindow() {
        assertThat(of(rows("a", 1, NONE, 50), rows("b", 1, NONE, NONE), rows("c", 1, NONE, 50))
                        .missing())
                .containsExactly("member a has no rows yet", "member b has no rows yet", "member c has no rows yet");
        assertThat(of(
                                rows("a", 1, NONE, Long.MAX_VALUE),
                                rows("b", 1, NONE, Long.MAX_VALUE),
                                rows("c", 1, NONE, Long.MAX_VALUE))
                        .missing())
                .as("a job that is over and had no results")
                .isEmpty();
        Map<String, ViewCall.@Nullable Rows> noMember = new TreeMap<>();
        noMember.put("a", null);
        assertThat(new ViewAnswers(noMember).missing()).containsExactly("the job has not started on member a");
    }

    private static ViewAnswers of(ViewCall.Rows... rows) {
        Map<String, ViewCall.@Nullable Rows> answers = new TreeMap<>();
        for (ViewCall.Rows each : rows) {
            answers.put(each.self(), each);
        }
        return new ViewAnswers(answers);
    }

    /** Returns an answer of an execution on the members a, b and c. */
    private static ViewCall.Rows rows(String self, long execution, long time, long closed) {
        return new ViewCall.Rows(
                self, execution, new TreeSet<>(List.of("a", "b", "c")), time, closed, 0, new ArrayList<>());
    }
}
