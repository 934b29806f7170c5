package org.speedwell.demo;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.AnswerText;
import org.speedwell.demo.shop.Figures;
import org.speedwell.demo.shop.Outcome;
import org.speedwell.demo.shop.Query;
import org.speedwell.demo.shop.Stopwatch;
import org.speedwell.demo.shop.Verdict;

/** A comparison of the same queries over SQL and from memory. It prints both answers, the verdict and both times. */
final class Comparison {
    private final Terminal terminal;
    private final Stopwatch stopwatch = new Stopwatch();

    Comparison(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Runs the queries, which are the same in both lists, and returns the verdicts that occurred. */
    Set<Verdict> run(List<Query> sql, List<Query> memory) {
        Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
        stopwatch.warmUp(memory.stream().map(Query::answer).toList(), DemoOptions.progress(terminal));
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
        Outcome outcome = Outcome.of(sql, memory, stopwatch);
        rethrow(outcome.sql().failure());
        rethrow(outcome.memory().failure());
        Verdict verdict = outcome.verdict() == null ? Verdict.DIFFERENT : outcome.verdict();
        table.row(
                List.of(
                        sql.question(),
                        AnswerText.of(outcome.sql().answer()),
                        AnswerText.of(outcome.memory().answer()),
                        verdict.toString(),
                        Figures.time(outcome.sql().nanos()),
                        Figures.time(outcome.memory().nanos()),
                        Figures.ratio(outcome.ratio())),
                sql.code());
        return verdict;
    }

    private static void rethrow(@Nullable RuntimeException failure) {
        if (failure != null) {
            throw failure;
        }
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
        terminal.line("The table shortens answers; the demo compares them in full.");
        if (verdicts.contains(Verdict.TIES)) {
            terminal.line("ties: SQL may return any of several films of equal length, and returned others. Their");
            terminal.line("lengths are the same. The next query has a unique order.");
        }
        if (verdicts.contains(Verdict.DIFFERENT)) {
            terminal.line(
                    "DIFFERENT: answers may differ if another client writes to the database. Otherwise it is a bug.");
        }
    }
}
