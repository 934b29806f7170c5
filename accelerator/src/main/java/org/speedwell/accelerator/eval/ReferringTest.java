package org.speedwell.accelerator.eval;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.filter.RowTest;

/**
 * A condition on the rows of one table that also reads the rows they reference. It follows each reference once for a
 * block.
 */
final class ReferringTest implements RowTest {
    private final Supplier<TupleScope> scopes;
    private final Expr condition;
    private final Queue<Compiled> unused = new ConcurrentLinkedQueue<>();

    /** The compiled condition of one thread at a time. */
    private record Compiled(TupleScope scope, RowTest test) {}

    /**
     * Creates a test of a condition.
     *
     * @param scopes creates scopes of tuples with only the row of the table
     */
    ReferringTest(Supplier<TupleScope> scopes, Expr condition) {
        this.scopes = scopes;
        this.condition = condition;
    }

    @Override
    public boolean test(int row) {
        return keep(new int[] {row}, 1) == 1;
    }

    @Override
    public boolean isRowByRow() {
        return false;
    }

    @Override
    public int keep(int[] rows, int count) {
        Compiled compiled = unused.poll();
        if (compiled == null) {
            TupleScope scope = scopes.get();
            compiled = new Compiled(scope, new ExprCompiler(scope).test(condition));
        }
        try (Scratch scratch = Scratch.own()) {
            int[] all = scratch.ints(count);
            int[] places = scratch.ints(count);
            System.arraycopy(rows, 0, all, 0, count);
            for (int i = 0; i < count; i++) {
                places[i] = i;
            }
            compiled.scope.enter(new int[][] {all}, count);
            int kept = compiled.test.keep(places, count);
            for (int i = 0; i < kept; i++) {
                rows[i] = all[places[i]];
            }
            return kept;
        } finally {
            unused.add(compiled);
        }
    }
}
