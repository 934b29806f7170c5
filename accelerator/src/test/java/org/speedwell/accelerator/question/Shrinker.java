package org.speedwell.accelerator.question;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.question.Question.Aggregate;
import org.speedwell.accelerator.question.Question.Grouping;
import org.speedwell.accelerator.question.Question.Mapping;
import org.speedwell.accelerator.question.Question.Order;
import org.speedwell.accelerator.question.Question.Step;
import org.speedwell.accelerator.question.Question.Terminal;

/** A shrinker of failing questions. It removes steps, parts and rows as long as the question still fails. */
final class Shrinker {
    private static final int MAX_ROUNDS = 200;

    private Shrinker() {}

    /** A question and the tables that it queries. */
    record Case(Question question, List<RowTable> tables) {}

    /**
     * Returns the smallest failing case that the shrinker finds.
     *
     * @param firstFailing returns the place of the first case that fails, or −1 if all pass
     */
    static Case smallest(Case failing, Function<List<Case>, Integer> firstFailing) {
        Case smallest = failing;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<Case> smaller = smaller(smallest);
            int place = firstFailing.apply(smaller);
            if (place < 0) {
                return smallest;
            }
            smallest = smaller.get(place);
        }
        return smallest;
    }

    private static List<Case> smaller(Case of) {
        List<Case> all = new ArrayList<>();
        for (int place = 0; place < of.tables.size(); place++) {
            int rows = of.tables.get(place).rows().size();
            for (int share = 2; share <= Math.min(rows, 16); share *= 2) {
                for (int part = 0; part < share; part++) {
                    // all rows but one part; for halves this is the other half
                    int from = (int) ((long) rows * part / share);
                    int to = (int) ((long) rows * (part + 1) / share);
                    if (part == 0) {
                        all.add(with(of, place, to, rows));
                    } else if (part == share - 1) {
                        all.add(with(of, place, 0, from));
                    }
                }
            }
            if (rows == 1) {
                all.add(with(of, place, 0, 0));
            }
            if (of.tables.get(place).history() > 0) {
                List<RowTable> tables = new ArrayList<>(of.tables);
                tables.set(place, tables.get(place).unchanged());
                all.add(new Case(of.question, tables));
            }
        }
        questions(of.question).forEach(question -> all.add(new Case(question, tables(of, question))));
        return all;
    }

    private static Case with(Case of, int place, int from, int to) {
        List<RowTable> tables = new ArrayList<>(of.tables);
        tables.set(place, tables.get(place).part(from, to));
        return new Case(of.question, tables);
    }

    private static List<RowTable> tables(Case of, Question question) {
        return of.tables.subList(0, question.places());
    }

    /** Returns questions that are slightly smaller. */
    private static List<Question> questions(Question of) {
        List<Question> all = new ArrayList<>();
        if (of.isParallel()) {
            all.add(with(of, of.steps(), of.mapping(), of.terminal(), false));
        }
        for (int i = 0; i < of.steps().size(); i++) {
            all.add(with(of, without(of.steps(), i), of.mapping(), of.terminal(), of.isParallel()));
        }
        for (int i = 0; i < of.values().size(); i++) {
            all.add(new Question(
                    of.tables(),
                    of.joins(),
                    of.steps(),
                    of.mapping(),
                    without(of.values(), i),
                    of.terminal(),
                    of.isParallel()));
        }
        if (of.mapping().isEmpty()) {
            if (!(of.terminal() instanceof Terminal.Count)) {
                all.add(with(of, of.steps(), of.mapping(), new Terminal.Count(), of.isParallel()));
                all.add(with(of, of.steps(), of.mapping(), new Terminal.ToList(), of.isParallel()));
            }
        } else if (!(of.terminal() instanceof Terminal.ToList)) {
            all.add(with(of, of.steps(), of.mapping(), new Terminal.ToList(), of.isParallel()));
        }
        if (of.places() > 1 && !uses(of, of.places() - 1)) {
            all.add(new Question(
                    without(of.tables(), of.places() - 1),
                    without(of.joins(), of.places() - 2),
                    of.steps(),
                    of.mapping(),
                    of.values(),
                    of.terminal(),
                    of.isParallel()));
        }
        for (int i = 0; i < of.steps().size(); i++) {
            for (Step step : steps(of.steps().get(i))) {
                all.add(with(of, replaced(of.steps(), i, step), of.mapping(), of.terminal(), of.isParallel()));
            }
        }
        of.mapping()
                .ifPresent(mapping -> values(mapping.value()).stream()
                        .filter(value -> value.type() == mapping.value().type())
                        .forEach(value -> all.add(with(
                                of,
                                of.steps(),
                                Optional.of(new Mapping(mapping.target(), value)),
                                of.terminal(),
                                of.isParallel()))));
        terminals(of.terminal())
                .forEach(terminal -> all.add(with(of, of.steps(), of.mapping(), terminal, of.isParallel())));
        return all;
    }

    private static Question with(
            Question of, List<Step> steps, Optional<Mapping> mapping, Terminal terminal, boolean isParallel) {
        return new Question(of.tables(), of.joins(), steps, mapping, of.values(), terminal, isParallel);
    }

    /** Returns whether the question reads a place. It searches the text of the records, which names every place. */
    private static boolean uses(Question of, int place) {
        return (of.steps() + " " + of.mapping() + " " + of.terminal()).contains("place=" + place);
    }

    private static <T> List<T> without(List<T> all, int place) {
        List<T> fewer = new ArrayList<>(all);
        fewer.remove(place);
        return fewer;
    }

    private static <T> List<T> replaced(List<T> all, int place, T by) {
        List<T> other = new ArrayList<>(all);
        other.set(place, by);
        return other;
    }

    private static List<Step> steps(Step of) {
        List<Step> all = new ArrayList<>();
        switch (of) {
            case Step.Filter filter -> conditions(filter.condition()).forEach(one -> all.add(new Step.Filter(one)));
            case Step.TakeWhile take -> conditions(take.condition()).forEach(one -> all.add(new Step.TakeWhile(one)));
            case Step.DropWhile drop -> conditions(drop.condition()).forEach(one -> all.add(new Step.DropWhile(one)));
            case Step.Sorted sorted -> orders(sorted.orders()).forEach(orders -> all.add(new Step.Sorted(orders)));
            case Step.Skip skip -> {
                if (skip.count() > 0) {
                    all.add(new Step.Skip(skip.count() / 2));
                }
            }
            case Step.Limit limit -> {
                if (limit.count() > 0) {
                    all.add(new Step.Limit(limit.count() / 2));
                }
            }
            case Step.Distinct _ -> {}
        }
        return all;
    }

    private static List<List<Order>> orders(List<Order> of) {
        List<List<Order>> all = new ArrayList<>();
        for (int i = 0; i < of.size(); i++) {
            if (of.size() > 1) {
                all.add(without(of, i));
            }
            Order order = of.get(i);
            if (order.isReversed()) {
                all.add(replaced(of, i, new Order(order.value(), order.isNullFirst(), false)));
            }
            for (Value value : values(order.value())) {
                all.add(replaced(of, i, new Order(value, order.isNullFirst(), order.isReversed())));
            }
        }
        return all;
    }

    private static List<Condition> conditions(Condition of) {
        List<Condition> all = new ArrayList<>();
        switch (of) {
            case Condition.And and -> {
                all.add(and.first());
                all.add(and.second());
                conditions(and.first()).forEach(one -> all.add(new Condition.And(one, and.second())));
                conditions(and.second()).forEach(one -> all.add(new Condition.And(and.first(), one)));
            }
            case Condition.Or or -> {
                all.add(or.first());
                all.add(or.second());
                conditions(or.first()).forEach(one -> all.add(new Condition.Or(one, or.second())));
                conditions(or.second()).forEach(one -> all.add(new Condition.Or(or.first(), one)));
            }
            case Condition.Not not -> {
                all.add(not.condition());
                conditions(not.condition()).forEach(one -> all.add(new Condition.Not(one)));
            }
            case Condition.In in -> {
                for (int i = 0; i < in.constants().size(); i++) {
                    all.add(new Condition.In(in.cell(), without(in.constants(), i)));
                }
            }
            case Condition.Compare compare ->
                values(compare.value()).stream()
                        .filter(value -> value.type() == compare.value().type())
                        .forEach(value -> all.add(new Condition.Compare(value, compare.operator(), compare.other())));
            case Condition.OfParent ofParent ->
                conditions(ofParent.condition()).forEach(one -> all.add(new Condition.OfParent(ofParent.place(), one)));
            case Condition.Among among -> {
                values(among.value()).stream()
                        .filter(value -> value.type() == among.value().type())
                        .forEach(value -> all.add(new Condition.Among(value, among.constants())));
                for (int i = 0; i < among.constants().size(); i++) {
                    all.add(new Condition.Among(among.value(), without(among.constants(), i)));
                }
            }
            case Condition.Within within ->
                values(within.value()).stream()
                        .filter(value -> value.type() == within.value().type())
                        .forEach(value -> all.add(new Condition.Within(value, within.low(), within.high())));
            case Condition.Like _, Condition.Between _, Condition.IsNull _, Condition.Flag _, Condition.Text _ -> {}
        }
        return all;
    }

    /** Returns simpler values that may replace a value. */
    private static List<Value> values(Value of) {
        List<Value> all = new ArrayList<>();
        if (!(of instanceof Value.OrElse || of instanceof Value.Required || of instanceof Value.Convert)) {
            of.parts().stream()
                    .filter(part -> !(part instanceof Value.Constant))
                    .forEach(all::add);
        }
        switch (of) {
            case Value.Binary binary -> {
                values(binary.first()).stream()
                        .filter(value -> value.type() == binary.first().type())
                        .forEach(value -> all.add(new Value.Binary(binary.operation(), value, binary.second())));
                values(binary.second()).stream()
                        .filter(value -> value.type() == binary.second().type())
                        .forEach(value -> all.add(new Value.Binary(binary.operation(), binary.first(), value)));
            }
            case Value.Unary unary ->
                values(unary.value()).stream()
                        .filter(value -> value.type().isArithmetic())
                        .forEach(value -> all.add(new Value.Unary(unary.operation(), value)));
            case Value.Choice choice -> {
                conditions(choice.condition())
                        .forEach(one -> all.add(new Value.Choice(one, choice.then(), choice.otherwise())));
                values(choice.then()).stream()
                        .filter(value -> value.type() == choice.type())
                        .forEach(value -> all.add(new Value.Choice(choice.condition(), value, choice.otherwise())));
                values(choice.otherwise()).stream()
                        .filter(value -> value.type() == choice.type())
                        .forEach(value -> all.add(new Value.Choice(choice.condition(), choice.then(), value)));
            }
            default -> {}
        }
        return all;
    }

    private static List<Terminal> terminals(Terminal of) {
        List<Terminal> all = new ArrayList<>();
        switch (of) {
            case Terminal.Extreme extreme ->
                orders(extreme.orders()).forEach(orders -> all.add(new Terminal.Extreme(extreme.isGreatest(), orders)));
            case Terminal.Match match ->
                conditions(match.condition()).forEach(one -> all.add(new Terminal.Match(match.kind(), one)));
            case Terminal.Collect collect ->
                groupings(collect.grouping()).forEach(one -> all.add(new Terminal.Collect(one)));
            case Terminal.Iterate iterate -> {
                if (iterate.count() > 1) {
                    all.add(new Terminal.Iterate(iterate.count() / 2));
                }
            }
            default -> {}
        }
        return all;
    }

    private static List<Grouping> groupings(Grouping of) {
        List<Grouping> all = new ArrayList<>();
        switch (of) {
            case Grouping.Whole whole -> aggregates(whole.aggregate()).forEach(one -> all.add(new Grouping.Whole(one)));
            case Grouping.ByValue by -> {
                all.add(new Grouping.Whole(by.aggregate()));
                values(by.key()).forEach(value -> all.add(new Grouping.ByValue(value, by.aggregate())));
                aggregates(by.aggregate()).forEach(one -> all.add(new Grouping.ByValue(by.key(), one)));
            }
            case Grouping.ByCondition by -> {
                all.add(new Grouping.Whole(by.aggregate()));
                conditions(by.condition()).forEach(one -> all.add(new Grouping.ByCondition(one, by.aggregate())));
                aggregates(by.aggregate()).forEach(one -> all.add(new Grouping.ByCondition(by.condition(), one)));
            }
            case Grouping.ByKeys by -> {
                if (by.least() > 0) {
                    all.add(new Grouping.ByKeys(by.keys(), by.aggregates(), 0, by.hasSubtotals()));
                }
                if (by.hasSubtotals()) {
                    all.add(new Grouping.ByKeys(by.keys(), by.aggregates(), by.least(), false));
                }
                for (int i = 0; i < by.keys().size(); i++) {
                    all.add(new Grouping.ByKeys(without(by.keys(), i), by.aggregates(), by.least(), by.hasSubtotals()));
                    for (Value value : values(by.keys().get(i))) {
                        all.add(new Grouping.ByKeys(
                                replaced(by.keys(), i, value), by.aggregates(), by.least(), by.hasSubtotals()));
                    }
                }
                for (int i = 1; i < by.aggregates().size(); i++) {
                    all.add(new Grouping.ByKeys(by.keys(), without(by.aggregates(), i), by.least(), by.hasSubtotals()));
                    for (Aggregate aggregate : aggregates(by.aggregates().get(i))) {
                        all.add(new Grouping.ByKeys(
                                by.keys(), replaced(by.aggregates(), i, aggregate), by.least(), by.hasSubtotals()));
                    }
                }
            }
        }
        return all;
    }

    private static List<Aggregate> aggregates(Aggregate of) {
        List<Aggregate> all = new ArrayList<>();
        @Nullable Value read = null;
        Function<Value, Aggregate> with = _ -> of;
        switch (of) {
            case Aggregate.Count _ -> {
                return all;
            }
            case Aggregate.Filtered filtered -> {
                all.add(filtered.aggregate());
                conditions(filtered.condition())
                        .forEach(one -> all.add(new Aggregate.Filtered(one, filtered.aggregate())));
                aggregates(filtered.aggregate())
                        .forEach(one -> all.add(new Aggregate.Filtered(filtered.condition(), one)));
            }
            case Aggregate.Sum sum -> {
                read = sum.value();
                with = Aggregate.Sum::new;
            }
            case Aggregate.Average average -> {
                read = average.value();
                with = value -> new Aggregate.Average(value, average.scale());
            }
            case Aggregate.Summary summary -> {
                read = summary.value();
                with = Aggregate.Summary::new;
            }
            case Aggregate.Extreme extreme -> {
                read = extreme.value();
                with = value -> new Aggregate.Extreme(extreme.isGreatest(), value);
            }
            case Aggregate.DistinctCount count -> {
                read = count.value();
                with = Aggregate.DistinctCount::new;
            }
            case Aggregate.Percentile percentile -> {
                read = percentile.value();
                with = value -> new Aggregate.Percentile(value, percentile.share());
            }
            case Aggregate.Variance variance -> {
                read = variance.value();
                with = value -> new Aggregate.Variance(value, variance.isOfSample());
            }
            case Aggregate.Listed listed -> {
                read = listed.value();
                with = Aggregate.Listed::new;
            }
        }
        all.add(new Aggregate.Count());
        if (read != null) {
            Type type = read.type();
            values(read).stream()
                    .filter(value -> value.type() == type)
                    .map(with)
                    .forEach(all::add);
        }
        return all;
    }
}
