package org.speedwell.accelerator.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.question.Form.Code;
import org.speedwell.accelerator.question.Shrinker.Case;

/**
 * A run of batches of questions in all their forms. It reports answers that differ from those of nested loops. For one
 * thread.
 */
final class QuestionRun {
    /**
     * The number of different codes in a batch. Compiling code and creating tables take longer than running questions.
     */
    private static final int CODES = 84;

    /** One question in this many is explained if its tables are small, because observing created entities is slow. */
    private static final int EXPLAINED = 4;

    private static final int EXPLAINED_ROWS = 500;

    private static final int LARGE = 70_000;

    /** One batch in this many has a large table. */
    private static final int LARGE_TABLES = 7;

    private static final List<Integer> SMALL = List.of(0, 1, 7, 20, 64, 64, 300);
    private static final List<Integer> BLOCKS = List.of(4_095, 4_096, 4_097, 1_000);

    /**
     * A run with this many questions of the same code has more small tables, because large tables take most of the
     * time.
     */
    private static final int MAX_ALIKE = 100;

    private static final int SMALL_OF_MANY = 4;

    private final ExplainCheck explained = new ExplainCheck();
    private final List<Integer> sizes = new ArrayList<>();
    private final int firstTable;
    private final int alike;
    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> runCounts = new TreeMap<>();
    private long questions;

    /**
     * Creates a run.
     *
     * @param worker a number that differs between concurrent runs, and so distinguishes their rows
     * @param alike the number of questions with the same code
     */
    QuestionRun(int worker, int alike) {
        for (int i = 0; i < (alike < MAX_ALIKE ? 1 : SMALL_OF_MANY); i++) {
            sizes.addAll(SMALL);
        }
        sizes.addAll(BLOCKS);
        this.firstTable = worker * sizes.size();
        this.alike = alike;
    }

    /** Returns the number of questions that justify the cost of the batch's tables and code. */
    int batchSize() {
        return CODES * alike;
    }

    long questions() {
        return questions;
    }

    List<String> failures() {
        return failures;
    }

    /** Returns the number of runs of each form, and other counts. */
    Map<String, Integer> runCounts() {
        return runCounts;
    }

    @Override
    public String toString() {
        return "%,d questions: %s".formatted(questions, runCounts);
    }

    /** Runs the questions of a seed. */
    void batch(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<RowTable> tables = new ArrayList<>();
        for (int size : sizes) {
            boolean isLarge = tables.size() == sizes.size() - 1 && Math.floorMod(seed, LARGE_TABLES) == 0;
            tables.add(RowTable.of(firstTable + tables.size(), isLarge ? LARGE : size, random.nextLong()));
        }
        List<Question> all = Stream.generate(() -> QuestionGenerator.alike(alike, tables, random))
                .flatMap(List::stream)
                .limit(count)
                .toList();
        CompiledQuestions compiled = new CompiledQuestions(all);
        for (int i = 0; i < count; i++) {
            Case of = new Case(
                    all.get(i), all.get(i).tables().stream().map(tables::get).toList());
            Optional<Failure> failure = ask(compiled, i, of, true);
            if (failure.isPresent()) {
                failures.add(describeFailure(seed, i, of, failure.get()));
            }
        }
        questions += count;
    }

    /** Runs one question. Returns the description of a wrong answer, or empty. */
    Optional<String> ask(Question question, List<RowTable> tables) {
        Case of = new Case(question, tables);
        return ask(new CompiledQuestions(List.of(question)), 0, of, true)
                .map(failure -> describeFailure(0, 0, of, failure));
    }

    /** A form that returned a wrong answer. */
    private record Failure(Code code, String difference) {}

    private Optional<Failure> ask(CompiledQuestions compiled, int place, Case of, boolean isCounted) {
        of.tables().forEach(Rows::remember);
        @Nullable Object expected;
        try {
            expected = Oracle.answer(of.question(), of.tables());
        } catch (Oracle.TooManyException e) {
            count("too many tuples", isCounted);
            return Optional.empty();
        }
        if (expected instanceof Class<?>) {
            count("throws", isCounted);
        }
        for (Code code : compiled.codes(place)) {
            Optional<Stream<?>> stream = CompiledQuestions.stream(of.question(), of.tables());
            if (stream.isEmpty()) {
                count("join only in a database", isCounted);
                break;
            }
            count(code.form(), isCounted);
            Object actual = compiled.answer(code, stream.get());
            boolean isOfKnownSize = !(actual instanceof Class<?>) || !mayRunToCount(of.question());
            Object wanted = isOfKnownSize ? expected : Oracle.answerOfUnknownSize(of.question(), of.tables());
            // each form may throw a different exception
            Object met = wanted instanceof Class<?> ? overList(compiled, code, of, isOfKnownSize) : wanted;
            if (met instanceof Class<?> && isLazily(of, actual)) {
                count("iterated lazily", isCounted);
            } else if (!Answers.same(met, actual) || met instanceof Class<?> != wanted instanceof Class<?>) {
                String difference = Answers.difference(met, actual);
                return Optional.of(new Failure(
                        code,
                        Answers.same(actual, overList(compiled, code, of, isOfKnownSize))
                                ? difference + "\n  which this form gives over a list, too"
                                : difference));
            }
            if (isExplained(of, met)) {
                count("explained", isCounted);
                List<String> wrong =
                        explained.wrong(of.question(), of.tables(), again -> compiled.answer(code, again), actual);
                if (!wrong.isEmpty()) {
                    return Optional.of(new Failure(code, String.join("\n  ", wrong)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isLazily(Case of, @Nullable Object actual) {
        return of.question().terminal() instanceof Question.Terminal.Iterate
                && !(actual instanceof Class<?>)
                && Answers.same(Oracle.lazyAnswer(of.question(), of.tables()), actual);
    }

    /** Returns whether a stream may run the pipeline to count. A list of tuples has a known size, a join does not. */
    private static boolean mayRunToCount(Question question) {
        return question.terminal() instanceof Question.Terminal.Count
                && !question.joins().isEmpty();
    }

    private static boolean isExplained(Case of, @Nullable Object answer) {
        return !of.question().isParallel()
                && !(answer instanceof Class<?>)
                && !(of.question().terminal() instanceof Question.Terminal.Iterate iterate && iterate.count() == 0)
                && of.question().toString().length() % EXPLAINED == 0
                && of.tables().stream().allMatch(table -> table.rows().size() <= EXPLAINED_ROWS);
    }

    private static @Nullable Object overList(CompiledQuestions compiled, Code code, Case of, boolean isOfKnownSize) {
        List<?> list = CompiledQuestions.plainList(of.question(), of.tables());
        return compiled.answer(code, isOfKnownSize ? list.stream() : Oracle.ofUnknownSize(list));
    }

    private void count(String what, boolean isCounted) {
        if (isCounted) {
            runCounts.merge(what, 1, Integer::sum);
        }
    }

    private String describeFailure(long seed, int number, Case failing, Failure failure) {
        Case smallest = Shrinker.smallest(failing, cases -> firstFailing(cases, failure));
        CompiledQuestions compiled = new CompiledQuestions(List.of(smallest.question()));
        Failure last = ask(compiled, 0, smallest, false).orElse(failure);
        failing.tables().forEach(Rows::remember);
        StringBuilder told = new StringBuilder("seed %d, question %d: %s by %s\n%s\nof %s\n"
                .formatted(
                        seed,
                        number,
                        smallest.question(),
                        last.code.form(),
                        last.difference,
                        last.code.captured().stream().map(Value.Constant::value).toList()));
        compiled.codes(0)
                .forEach(code -> told.append(code.form())
                        .append(":\n")
                        .append(code.java())
                        .append("\n"));
        smallest.tables().forEach(table -> {
            told.append(table.description()).append("\n");
            table.rows().stream()
                    .limit(5)
                    .forEach(row -> told.append(java.util.Arrays.toString(row)).append("\n"));
        });
        return told.toString();
    }

    /** Returns the first case that fails in the same way. An exception and a wrong answer are different failures. */
    private int firstFailing(List<Case> cases, Failure before) {
        for (int i = 0; i < cases.size(); i++) {
            Optional<Failure> failure = failure(cases.get(i));
            if (failure.isPresent()
                    && isThrown(failure.get()) == isThrown(before)
                    && failure.get().code.form().equals(before.code.form())) {
                return i;
            }
        }
        return -1;
    }

    private Optional<Failure> failure(Case of) {
        try {
            return ask(new CompiledQuestions(List.of(of.question())), 0, of, false);
        } catch (CompiledClasses.UncompiledException e) {
            return Optional.empty(); // a smaller part does not compile in its place
        }
    }

    private static boolean isThrown(Failure failure) {
        return failure.difference.contains("actual   class ");
    }
}
