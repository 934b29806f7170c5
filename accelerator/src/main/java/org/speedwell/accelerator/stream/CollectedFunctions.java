package org.speedwell.accelerator.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.NotOnColumnsException;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.eval.RowScope;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.ElementCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;

/** A reader of the functions of one collector or encoder of Speedwell. For one thread. */
final class CollectedFunctions implements UnaryOperator<Object> {
    private final @Nullable ElementCode elements;
    private final RowScope scope;
    private final StreamState state;
    private @Nullable List<AnalyzedFunction<?, ?>> read;

    /**
     * Creates a reader.
     *
     * @param elements the code of the collected elements; null if their functions cannot be read
     * @param scope the rows of the elements
     */
    CollectedFunctions(@Nullable ElementCode elements, RowScope scope, StreamState state) {
        this.elements = elements;
        this.scope = scope;
        this.state = state;
    }

    /** Creates a reader of the functions of a table's rows. */
    static CollectedFunctions of(Scope scope, StreamState state) {
        return new CollectedFunctions(scope.table().fields().code(scope.tables()), scope, state);
    }

    /**
     * Plans a collector of the rows of a table.
     *
     * @param rows estimates the number of rows that will be collected
     */
    static CollectorPlan plan(Scope scope, CollectorShape shape, StreamState state, DoubleSupplier rows) {
        TableStore<?> table = scope.table();
        CollectedFunctions functions = of(scope, state);
        return functions.reportLambdas(CollectorPlan.of(
                shape, scope, function -> References.function(table, functions.apply(function), rows, state)));
    }

    /**
     * Returns the analysed form of a lambda. Returns any other function unchanged.
     *
     * @throws NotOnColumnsException if the lambda is opaque
     */
    @Override
    public Object apply(Object function) {
        if (elements == null
                || !function.getClass().isHidden()
                || !state.fallbacks().readsFunctions()) {
            return function;
        }
        AnalyzedFunction<?, ?> analyzed = Functions.known(function, elements);
        AnalyzedFunction<?, ?> known = analyzed == null ? null : analyzed.with(scope::simplified);
        if (known == null) {
            String reason = LambdaRecognition.refusal(elements, function, state);
            if (reason != null) {
                throw new NotOnColumnsException("uses a function that " + reason);
            }
            return function;
        }
        read = read == null ? new ArrayList<>() : read;
        read.add(known);
        return known;
    }

    /** Reports the lambdas to the trace if columns run the plan. Returns the plan. */
    CollectorPlan reportLambdas(CollectorPlan plan) {
        if (plan instanceof CollectorPlan.Columns) {
            reportLambdas();
        }
        return plan;
    }

    /** Reports the lambdas to the trace. */
    void reportLambdas() {
        ExecutionTrace trace = state.trace();
        if (trace != null && read != null) {
            for (AnalyzedFunction<?, ?> known : read) {
                LambdaRecognition.traceFunction(trace, "collect", Functions.text(known));
            }
        }
    }
}
