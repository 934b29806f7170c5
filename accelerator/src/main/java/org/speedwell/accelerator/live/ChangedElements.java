package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.incremental.IncrementalQuery.Changed;
import org.speedwell.accelerator.incremental.NotIncrementalException;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.JoinStream;
import org.speedwell.accelerator.stream.TupleMaker;

/**
 * Changed elements of a table or a join in one version. All queries over the same elements share their positions and
 * objects. For one thread.
 */
abstract sealed class ChangedElements<E> implements Changed<E> {
    /** The greatest number of elements that a query treats one by one. A plan is faster for more. */
    static final int MAX_FEW = 64;

    private @Nullable List<ElementPosition> positions;
    private @Nullable List<E> few;

    /** True if there may be few elements that are not made yet. */
    private boolean mayBeFew;

    /**
     * Creates elements.
     *
     * @param mayBeFew true if there may be few elements. The application must have no part in making them, and they must
     *     hold no rows of other tables, because each query reports these for itself
     */
    private ChangedElements(boolean mayBeFew) {
        this.mayBeFew = mayBeFew;
    }

    /** Finds the positions of the elements. */
    abstract List<ElementPosition> find();

    /** Creates the element of a position. */
    abstract E make(ElementPosition position);

    @Override
    public List<ElementPosition> positions() {
        List<ElementPosition> found = positions;
        if (found == null) {
            found = find();
            positions = found;
        }
        return found;
    }

    @Override
    public @Nullable List<E> few() {
        if (mayBeFew) {
            mayBeFew = false;
            few = made();
        }
        return few;
    }

    private @Nullable List<E> made() {
        try {
            List<ElementPosition> found = positions();
            if (found.size() > MAX_FEW) {
                return null;
            }
            List<E> made = new ArrayList<>(found.size());
            for (ElementPosition position : found) {
                made.add(make(position));
            }
            return made;
        } catch (RuntimeException e) {
            return null; // a column that the queries need not read has a value that is no value of an entity
        }
    }

    /** Changed rows of a table. */
    static final class OfTable<E> extends ChangedElements<E> {
        private final TableStore<E> table;
        private final int[] rows;

        /** @param rows row ids that have a row, in ascending order */
        OfTable(TableStore<E> table, int[] rows) {
            super(rows.length <= MAX_FEW && table.isComplete() && !table.isLinked());
            this.table = table;
            this.rows = rows;
        }

        @Override
        public Stream<E> stream(FallbackListener version) {
            return EntityStream.ofRows(HeldRows.reported(table, version), rows, version);
        }

        @Override
        List<ElementPosition> find() {
            List<ElementPosition> found = new ArrayList<>(rows.length);
            for (int row : rows) {
                found.add(new ElementPosition(row));
            }
            return found;
        }

        @Override
        E make(ElementPosition position) {
            return table.entity(position.first());
        }
    }

    /** The tuples of a join of some rows. */
    static final class OfJoin<E> extends ChangedElements<E> {
        /** The greatest number of tuples whose positions an update compares. */
        private static final int MAX_TUPLES = 4_096;

        private final JoinQuery query;
        private final TupleMaker<E> maker;

        /**
         * Creates the elements of a join.
         *
         * @param rows the number of rows to which the join is limited
         */
        OfJoin(JoinQuery query, TupleMaker<E> maker, int rows) {
            super(rows <= MAX_FEW
                    && query.isComplete()
                    && query.tables().stream().noneMatch(table -> table.table().isLinked())
                    && maker.shape() != TupleMaker.Shape.OPAQUE);
            this.query = query;
            this.maker = maker;
        }

        @Override
        public Stream<E> stream(FallbackListener version) {
            return JoinStream.of(HeldRows.reported(query, version), maker, version, null);
        }

        @Override
        List<ElementPosition> find() {
            List<ElementPosition> found = JoinStream.first(query, MAX_TUPLES + 1);
            if (found.size() > MAX_TUPLES) {
                throw new NotIncrementalException(
                        String.format(Locale.ROOT, "a change affects more than %,d tuples of a join", MAX_TUPLES));
            }
            return found;
        }

        @Override
        E make(ElementPosition position) {
            return JoinStream.element(query, maker, position);
        }
    }
}
