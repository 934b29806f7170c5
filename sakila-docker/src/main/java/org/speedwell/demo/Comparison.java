package org.speedwell.demo;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Asks the same queries over SQL and from memory, and prints both answers, whether they agree, and both times. */
final class Comparison {
    private static final long WARM_UP_OF_ALL = TimeUnit.MILLISECONDS.toNanos(1_000);
    private static final long WARM_UP_OF_ONE = TimeUnit.MILLISECONDS.toNanos(60);

    private final Terminal terminal;
    private final Stopwatch stopwatch = new Stopwatch();

    Comparison(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Runs the queries, the same in both lists, and tells which verdicts there were. */
    Set<Verdict> run(List<Query> sql, List<Query> memory) {
        Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
        stopwatch.warmUp(memory.stream().map(Query::answer).toList(), WARM_UP_OF_ALL);
        Table table = table();
        table.head();
        for (int i = 0; i < sql.size(); i++) {
            verdicts.add(compare(sql.get(i), memory.get(i), table));
        }
        table.foot();
        legend(verdicts);
        return verdicts;
    }

    private Verdict compare(Query sql, Query memory, Table table) {
        Object sqlAnswer = sql.answer().get();
        Object memoryAnswer = memory.answer().get();
        Verdict verdict = Verdict.of(sql, sqlAnswer, memory, memoryAnswer);
        // in this order the compiler gets the memory's calls to work on, and the time to do it while the database works
        stopwatch.warmUp(List.of(memory.answer()), WARM_UP_OF_ONE);
        double sqlTime = stopwatch.median(sql.answer());
        double memoryTime = stopwatch.median(memory.answer());
        table.row(
                List.of(
                        sql.question(),
                        AnswerText.of(sqlAnswer),
                        AnswerText.of(memoryAnswer),
                        verdict.toString(),
                        Figures.time(sqlTime),
                        Figures.time(memoryTime),
                        Figures.ratio(sqlTime / memoryTime)),
                sql.code());
        return verdict;
    }

    private Table table() {
        int fixed = 9 + 8 + 8 + 8;
        int lines = 22;
        int question = 27;
        int answer = (terminal.width() - fixed - lines - question) / 2;
        return new Table(
                terminal.out(),
                terminal.unicode(),
                List.of(
                        new Table.Column("query", question, false),
                        new Table.Column("over SQL", answer, false),
                        new Table.Column("in memory", answer, false),
                        new Table.Column("answers", 9, false),
                        new Table.Column("SQL time", 8, true),
                        new Table.Column("mem time", 8, true),
                        new Table.Column("ratio", 8, true)));
    }

    private void legend(Set<Verdict> verdicts) {
        Stopwatch.METHOD.forEach(terminal::line);
        terminal.line("Answers are shortened here and compared in full.");
        if (verdicts.contains(Verdict.TIES)) {
            terminal.line(
                    "ties: films of one length, of which SQL may take any, and took others; their lengths are the");
            terminal.line("same. The next row leaves no choice.");
        }
        if (verdicts.contains(Verdict.DIFFERENT)) {
            terminal.line(
                    "DIFFERENT: if somebody writes to the database meanwhile, answers may differ; else it is a bug.");
        }
    }
}
