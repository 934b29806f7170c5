package org.speedwell.streaming;

import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Conveyor;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Intake;
import org.speedwell.streaming.engine.Layout;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Outlet;
import org.speedwell.streaming.engine.Stage;
import org.speedwell.streaming.engine.Stateful;
import org.speedwell.streaming.engine.Tasklet;
import org.speedwell.streaming.pane.LocalTotals;
import org.speedwell.streaming.pane.WindowOperator;
import org.speedwell.streaming.recovery.Participant;
import org.speedwell.streaming.state.HashJoinOperator;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.window.Window;

/**
 * The assembly of one part of a distributed job. It creates the tasklet of a vertex, and the tasklets that add up what
 * it sends to windows. Conveyors connect these tasklets, and frames connect them with other parts.
 */
final class DistributedAssembly {
    private final DistributedGraph spread;
    private final Plan plan;
    private final Vertex vertex;
    private final int part;
    private final String name;
    private final List<OperatorTasklet<?>> operators = new ArrayList<>();

    /** The tasklets of the part, with the time that they work. */
    private final List<JobTasklet> timed = new ArrayList<>();

    private final List<Inbox> inboxes = new ArrayList<>();
    private final List<List<Outlet>> outlets = new ArrayList<>();

    DistributedAssembly(DistributedGraph spread, Vertex vertex, int part) {
        this.spread = spread;
        this.plan = spread.plan();
        this.vertex = vertex;
        this.part = part;
        this.name = plan.graph().name(vertex) + " part " + (part + 1);
    }

    /**
     * Creates the part.
     *
     * @param senders for each input, the parts of its stage that send to this part
     */
    DistributedPart make(List<int[]> senders) {
        List<Sender> all = spread.inboxOf(vertex);
        List<Intake> intakes = new ArrayList<>();
        List<Sender> here = new ArrayList<>();
        int[][] numbers = new int[senders.size()][];
        int first = 0;
        for (int input = 0; input < numbers.length; input++) {
            DistributedGraph.Input from = inputs().get(input);
            numbers[input] = new int[spread.stages().get(from.from()).parts()];
            Arrays.fill(numbers[input], -1);
            for (int sender : senders.get(input)) {
                numbers[input][sender] = intakes.size();
                here.add(all.get(first + sender));
                intakes.add(new Intake(layout(input), spread.filter()));
            }
            first += numbers[input].length;
        }
        Inbox inbox =
                Assembly.inbox(here, intakes.stream().map(Intake::conveyor).toList());
        return switch (vertex.operation()) {
            case Operation.Read read -> source(read);
            case Operation.Write write -> sink(write.sink(), inbox, intakes, numbers);
            case Operation.ByKey byKey -> operator(byKey, inbox, intakes, numbers);
            case Operation.Stateless fused ->
                throw new IllegalStateException("A fused operation has no partitions of its own.");
        };
    }

    private List<DistributedGraph.Input> inputs() {
        return spread.stages().stream()
                .filter(stage -> stage.name().equals(plan.graph().name(vertex)))
                .findFirst()
                .orElseThrow()
                .inputs();
    }

    /** Returns the layout of an input's rows: events, or totals of events. */
    private Layout layout(int input) {
        Edge edge = plan.exits(spread.vertex(inputs().get(input).from()))
                .get(inputs().get(input).exit());
        return sent(plan.lane(edge));
    }

    private static Layout sent(Channel lane) {
        return lane.hasLocalTotals() ? new Layout(false, lane.layout().values(), false, true) : lane.layout();
    }

    private DistributedPart source(Operation.Read read) {
        Source<Object> source = spread.source(read, part);
        spread.claims().claim(source);
        spread.begin(source, name);
        boolean isBounded = plan.graph().isBounded(vertex);
        Outbox outbox = outbox();
        Tasklet tasklet = HiddenClassCopy.makeOnly(
                MethodHandles.lookup(),
                SourceTasklet.class,
                source,
                read.time(),
                plan.exits(vertex).stream().map(plan::lane).toList(),
                spread.chains().stageAfter(vertex, outbox),
                outbox,
                spread.control(),
                spread.tally(),
                Participant.ofNone(name),
                isBounded);
        timed.addFirst(new JobTasklet(plan.graph().name(vertex), name, tasklet, null));
        return new DistributedPart(
                name, tasklet, source, spread.restarts(), operators, timed, inboxes, List.of(), new int[0][], outlets);
    }

    private DistributedPart sink(Sink<Object> sink, Inbox inbox, List<Intake> intakes, int[][] numbers) {
        String place = "the " + plan.graph().name(vertex);
        Tasklet tasklet = new SinkTasklet(inbox, sink, place, spread.tally(), Participant.ofNone(name));
        List<JobTasklet> all = List.of(new JobTasklet(plan.graph().name(vertex), name, tasklet, inbox));
        return new DistributedPart(
                name, tasklet, sink, spread.restarts(), List.of(), all, List.of(inbox), intakes, numbers, List.of());
    }

    private DistributedPart operator(Operation.ByKey byKey, Inbox inbox, List<Intake> intakes, int[][] numbers) {
        Keys keys = Keys.of(vertex.inputs().getFirst().hasObjectKeys(), spread.budget(vertex))
                .ofReceiver(part, plan.parallelism());
        FailureCounters tally = spread.tally();
        Operator<?> operator = switch (byKey) {
            case Operation.Aggregation of ->
                WindowOperator.of(of.window(), of.aggregate(), keys, tally, tally.lateEvents(of));
            case Operation.StatefulMapping mapping -> Assembly.statefulOperator(mapping, keys, tally);
            case Operation.HashJoin join -> new HashJoinOperator<>(join.function(), rowSenders(numbers), keys, tally);
        };
        Duration early = byKey instanceof Operation.Aggregation of ? of.earlyPeriod() : null;
        Outbox outbox = outbox(); // this also adds the tasklets of local totals
        OperatorTasklet<?> tasklet =
                tasklet(operator, inbox, early, spread.chains().stageAfter(vertex, outbox), outbox);
        operators.addFirst(tasklet);
        timed.addFirst(new JobTasklet(plan.graph().name(vertex), name, tasklet, inbox));
        inboxes.addFirst(inbox);
        return new DistributedPart(name, null, null, false, operators, timed, inboxes, intakes, numbers, outlets);
    }

    private <R> OperatorTasklet<R> tasklet(
            Operator<R> operator, Inbox inbox, @Nullable Duration early, Stage<? super R> chain, Outbox outbox) {
        return new OperatorTasklet<>(inbox, operator, chain, outbox, early, Participant.ofNone(name));
    }

    private int rowSenders(int[][] numbers) {
        int count = 0;
        for (int input = 0; input < numbers.length; input++) {
            count += inputs().get(input).isReadFirst() ? numbers[input].length : 0;
        }
        return count;
    }

    /** Creates the outbox of the vertex's tasklet, and the tasklets of this part behind it. */
    private Outbox outbox() {
        List<List<Conveyor>> rows = new ArrayList<>();
        for (Edge exit : plan.exits(vertex)) {
            Channel lane = plan.lane(exit);
            Vertex to = receiver(exit);
            List<Outlet> leaving = Stream.iterate(0, i -> i + 1)
                    .limit(plan.parts(to))
                    .map(receiver -> new Outlet(sent(lane), part, receiver))
                    .toList();
            outlets.add(leaving);
            List<Conveyor> row = leaving.stream().map(Outlet::conveyor).toList();
            rows.add(lane.hasLocalTotals() ? List.of(totals(to, lane, row)) : row);
        }
        return Outbox.of(rows);
    }

    /** Creates a tasklet that adds up events for windows, and returns the conveyor to it. */
    private Conveyor totals(Vertex windows, Channel lane, List<Conveyor> row) {
        Operation.Aggregation aggregation = (Operation.Aggregation) windows.operation();
        LocalTotals operator = new LocalTotals(
                (Window.Sliding) aggregation.window(),
                (Totals<?, ?>) aggregation.aggregate(),
                KeyBudget.stopping(spread.options().maxKeys())); // each part limits the same keys again
        Conveyor given = new Conveyor(lane.layout());
        Inbox inbox = new Inbox(List.of(given));
        Outbox outbox = new Outbox(row);
        Stage<LocalTotals.Total> chain = (total, time) -> total.send(time, outbox.port(0));
        OperatorTasklet<?> tasklet = tasklet(operator, inbox, null, chain, outbox);
        String of = Plan.totalsName(plan.graph().name(windows));
        operators.add(tasklet);
        timed.add(new JobTasklet(of, of + " in " + name, tasklet, inbox));
        inboxes.add(inbox);
        return given;
    }

    private Vertex receiver(Edge edge) {
        return plan.graph().vertices().stream()
                .filter(each -> each.inputs().contains(edge))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the tasklets whose state a part saves and restores, in this order. */
    static List<Stateful> states(@Nullable Tasklet first, List<OperatorTasklet<?>> operators) {
        List<Stateful> states = new ArrayList<>();
        if (first != null) {
            states.add((Stateful) first);
        }
        states.addAll(operators);
        return states;
    }
}
