package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.speedwell.streaming.chain.Sending;
import org.speedwell.streaming.chain.Step;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Stage;

/**
 * The code that a job's tasklets run on their events before they send them: all fused operations, and the forks. Only
 * the thread that starts the job may use it.
 */
final class Chains {
    private final Plan plan;
    private final FailureCounters failures;

    /** True if another process must send each key to the same receiver. */
    private final boolean restarts;

    private final Map<Vertex, Step> steps = new HashMap<>();
    private final Map<Graph.Outlet, BinaryOperator<Stage<Object>>> forks = new HashMap<>();
    private final Map<Edge, Sending> sendings = new HashMap<>();

    Chains(Plan plan, FailureCounters failures, boolean restarts) {
        this.plan = plan;
        this.failures = failures;
        this.restarts = restarts;
    }

    /**
     * Returns the stage that receives the events of a vertex, for one of its tasklets. The outbox has a port for each
     * exit of the vertex.
     */
    Stage<Object> stageAfter(Vertex vertex, Outbox outbox) {
        return new Chain(plan.exits(vertex), outbox).stageAfter(vertex);
    }

    /** The chain of one tasklet. */
    private final class Chain {
        private final List<Edge> exits;
        private final Outbox outbox;

        /** The stages of fused vertices. Branches that meet again share one stage. */
        private final Map<Vertex, Stage<Object>> made = new HashMap<>();

        private Chain(List<Edge> exits, Outbox outbox) {
            this.exits = exits;
            this.outbox = outbox;
        }

        private Stage<Object> stageAfter(Vertex vertex) {
            Stage<Object> all = null;
            for (Graph.Outlet outlet : plan.graph().outlets(vertex)) {
                Stage<Object> branch = Plan.isFused(outlet.to()) ? at(outlet.to()) : sender(outlet.edge());
                all = all == null
                        ? branch
                        : forks.computeIfAbsent(outlet, none -> Step.fork()).apply(all, branch);
            }
            return requireNonNull(all, "The events of an operation reach no sink.");
        }

        private Stage<Object> at(Vertex fused) {
            Stage<Object> known = made.get(fused);
            if (known != null) {
                return known;
            }
            Step step = steps.computeIfAbsent(fused, Chains.this::step);
            Stage<Object> stage = step.before(stageAfter(fused));
            made.put(fused, stage);
            return stage;
        }

        private Stage<Object> sender(Edge edge) {
            return sendings.computeIfAbsent(edge, Chains.this::sending).into(outbox.port(exits.indexOf(edge)));
        }
    }

    private Step step(Vertex fused) {
        String place = plan.graph().name(fused);
        return switch ((Operation.Stateless) fused.operation()) {
            case Operation.Filter filter -> Step.filter(failures, place, filter.predicate());
            case Operation.Map map -> Step.map(failures, place, map.function());
            case Operation.FlatMap flatMap -> Step.flatMap(failures, place, flatMap.function());
            case Operation.MapMulti multi ->
                Step.mapMulti(failures, failures.lateCounter(), place, multi.function(), multi.sides());
            case Operation.Output output -> Step.output(output.side());
            case Operation.Enrich enrich -> Step.enrich(failures, place, enrich.row(), enrich.function());
        };
    }

    private Sending sending(Edge edge) {
        Channel lane = plan.lane(edge);
        return switch (edge.routing()) {
            case Edge.Anywhere anywhere -> Sending.toOne();
            case Edge.ByNumber by when lane.handsOver() -> Sending.handOver(failures, by.key());
            case Edge.ByNumber by -> Sending.byKey(failures, lane.layout(), by.key(), null, lane.number(), restarts);
            case Edge.ByObject by -> Sending.byKey(failures, lane.layout(), null, by.key(), lane.number(), restarts);
        };
    }
}
