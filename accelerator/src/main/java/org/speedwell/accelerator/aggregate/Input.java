package org.speedwell.accelerator.aggregate;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowNumber;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.eval.TupleScope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.lambda.AnalyzedFunction;

/** A function of rows that provides the values of an aggregate or a key. Immutable and thread-safe. */
public sealed interface Input {

    /** Creates the reader for one aggregator. */
    Reader reader();

    /**
     * A function of the rows of one table, in any form that {@link ExpressionResolver} reads.
     *
     * @param table the place of the table among those of a block
     * @param scope the table, and the tables that its rows reference
     */
    record OfRows(int table, Scope scope, Object function) implements Input {
        @Override
        public Reader reader() {
            Reader.OfRows reader = new Reader.OfRows(this);
            Expr expr = ExpressionResolver.ofSeveralRows(scope, function);
            return expr == null
                    ? reader
                    : new Reader.OfTuples(
                            new int[] {table},
                            TupleScope.of(scope),
                            tuple -> scope.table().entity(tuple[0]),
                            function instanceof AnalyzedFunction<?, ?> ? function : expr,
                            reader);
        }
    }

    /**
     * A function of the tuples of a join.
     *
     * @param tables the number of tables in a tuple
     * @param scopes creates the scope of the tuples for a thread
     * @param elements creates the stream element of a tuple, or the position for {@link RowNumber}
     * @param function a {@link AnalyzedFunction} function, an {@link Expr} or {@link RowNumber}
     */
    record OfTuples(int tables, Supplier<TupleScope> scopes, Function<int[], Object> elements, Object function)
            implements Input {
        @Override
        public Reader reader() {
            return new Reader.OfTuples(IntStream.range(0, tables).toArray(), scopes.get(), elements, function, null);
        }
    }
}
