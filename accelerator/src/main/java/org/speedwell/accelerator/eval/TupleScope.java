package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Existence;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Logic;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.expr.Totality;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.store.ColumnRef;

/**
 * The tuples of a block, each identified by its place in the block. An expression compiled in this scope reads the
 * block that the caller entered last. The scope follows each reference once for each block, for all expressions. For
 * one thread.
 */
public final class TupleScope implements RowScope {
    private final List<Scope> tables;
    private final BitSet nullable;
    private final Map<Row.Referenced, Followed> followed = new LinkedHashMap<>();
    private final List<int[]> rows = new ArrayList<>();

    /**
     * The referenced rows of a block.
     *
     * @param from the place of the referencing rows
     * @param place the place of the referenced rows
     */
    private record Followed(int from, RowPath path, int place, Scope scope) {}

    /** A mapping from the places of tuples to row ids. */
    private record Placed(List<int[]> rows, int place) implements RowMapping {
        @Override
        public int applyAsInt(int at) {
            return rows.get(place)[at];
        }

        @Override
        public void map(int[] places, int count, int[] into) {
            int[] of = rows.get(place);
            for (int i = 0; i < count; i++) {
                into[i] = of[places[i]];
            }
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Placed placed && placed.rows == rows && placed.place == place;
        }

        @Override
        public int hashCode() {
            return place;
        }
    }

    /**
     * Creates a scope of tuples.
     *
     * @param tables the scope of each table
     * @param nullable the tables for which a tuple may have no row
     */
    public TupleScope(List<Scope> tables, BitSet nullable) {
        this.tables = tables;
        this.nullable = nullable;
        for (int i = 0; i < tables.size(); i++) {
            rows.add(new int[0]);
        }
    }

    /** Returns the scope of tuples with only a row of one table, and the rows that it references. */
    public static TupleScope of(Scope table) {
        return new TupleScope(List.of(table), new BitSet());
    }

    /** Makes all expressions of this scope read this block. */
    public void enter(RowBlock block) {
        enter(block.rows, block.size);
    }

    /**
     * Makes all expressions of this scope read these tuples.
     *
     * @param tuples the row ids, by table, then by place
     * @param count the number of tuples
     */
    public void enter(int[][] tuples, int count) {
        for (int i = 0; i < tuples.length; i++) {
            rows.set(i, tuples[i]);
        }
        for (Followed reference : followed.values()) {
            if (rows.get(reference.place).length < count) {
                rows.set(reference.place, new int[count]);
            }
            reference.path.map(rows.get(reference.from), count, rows.get(reference.place));
        }
    }

    @Override
    public @Nullable Way way(Expr of) {
        Row row = Scope.only(of);
        boolean isThere = row instanceof Row.Element(int place) && !nullable.get(place);
        return row != null && (isThere || Scope.isStrict(of))
                ? new Way(mapping(row), scope(row), Scope.rebased(of))
                : null;
    }

    /** Returns the place of the only table whose rows an expression needs, or −1 if it needs the tuple. */
    static int only(Expr of, BitSet nullable) {
        int place = place(of);
        return place < 0 || nullable.get(place) && !Scope.isStrict(of) ? -1 : place;
    }

    private Scope scope(Row row) {
        return switch (row) {
            case Row.Element(int place) -> tables.get(place);
            case Row.Referenced referenced -> followed(referenced).scope;
        };
    }

    private Followed followed(Row.Referenced row) {
        Followed known = followed.get(row);
        if (known != null) {
            return known;
        }
        int from = place(row.from());
        Scope referring = scope(row.from());
        RowPath path =
                requireNonNull(referring.path(new Row.Referenced(Row.FIRST, row.foreignKey(), row.key(), row.table())));
        Followed reference = new Followed(from, path, rows.size(), new Scope(path.referred(), referring.tables()));
        rows.add(new int[0]);
        followed.put(row, reference);
        return reference;
    }

    private int place(Row row) {
        return switch (row) {
            case Row.Element(int place) -> place;
            case Row.Referenced referenced -> followed(referenced).place;
        };
    }

    /** Returns an expression on one table of a tuple as an expression on a row of that table. */
    public static Expr inner(Expr of) {
        return of.of(row -> row.from(Row.FIRST));
    }

    /** Returns the place of the only table from which an expression starts, or −1 if there are several or none. */
    public static int place(Expr of) {
        BitSet places = places(of);
        return places.cardinality() == 1 ? places.nextSetBit(0) : -1;
    }

    /** Returns the places of the tables from which an expression starts. */
    public static BitSet places(Expr of) {
        BitSet places = new BitSet();
        collect(of, places);
        return places;
    }

    private static void collect(Expr of, BitSet places) {
        Row row = of.row();
        if (row != null) {
            places.set(row.root().place());
        }
        of.operands().forEach(operand -> collect(operand, places));
    }

    @Override
    public RowMapping mapping(Row row) {
        return new Placed(rows, place(row));
    }

    @Override
    public Scope own() {
        throw new IllegalStateException("A tuple has no columns of its own, only those of its tables.");
    }

    @Override
    public boolean hasAll(Expr of) {
        Row row = of.row();
        return row == null
                ? of.operands().stream().allMatch(this::hasAll)
                : row.root().place() < tables.size()
                        && tables.get(row.root().place()).hasAll(inner(of));
    }

    /** Returns a column that is in memory. */
    ColumnRef ref(Expr.Column column) {
        Scope scope = scope(column.row());
        return scope.table().ref(scope.place(column));
    }

    /** Returns the name of a leaf for a person, such as {@code film.length}. */
    public String name(Expr leaf) {
        Row row = leaf.row();
        if (row == null) {
            return String.valueOf(leaf);
        }
        Scope scope = scope(row);
        String table = scope.table().name();
        return switch (leaf) {
            case Expr.Column column -> table + "." + ref(column).name();
            case Expr.Exists _ -> table + " exists";
            case Expr.Given _, Expr.Constant _, Expr.Parameter _, Expr.Operation _, Expr.Condition _ ->
                String.valueOf(leaf);
        };
    }

    /** Returns whether computing an expression never throws, for any tuple. Its value may be null. */
    public boolean cannotThrow(Expr of) {
        return totality().cannotThrow(of);
    }

    Totality totality() {
        return new Totality(this::hasValue, this::isFilter);
    }

    private boolean isFilter(Expr.Given given) {
        return switch (given.row()) {
            case Row.Element(int place) ->
                !nullable.get(place) && tables.get(place).isFilter(given);
            case Row.Referenced referenced -> scope(referenced).isFilter(given);
        };
    }

    @Override
    public Expr simplified(Expr of) {
        return Existence.isTested(of) && hasAll(of)
                ? new Existence(this::existence, column -> hasValue(column, Set.of())).simplified(of)
                : of;
    }

    /**
     * Returns the condition that a row exists: that its foreign keys are not NULL, if every other foreign key names a
     * row in this version.
     */
    private Expr existence(Expr.Exists exists) {
        return switch (exists.row()) {
            case Row.Element(int place) -> nullable.get(place) ? exists : Expr.TRUE;
            case Row.Referenced referenced -> {
                Expr from = existence(new Expr.Exists(referenced.from()));
                boolean isFollowed = referenced.from() instanceof Row.Element || !(from instanceof Expr.Exists);
                if (!isFollowed || !followed(referenced).path.isComplete()) {
                    yield exists;
                }
                List<Expr> conditions = new ArrayList<>(List.of(from));
                for (Expr.Column key : referenced.foreignKeys()) {
                    if (ref(key).column().nulls() > 0) {
                        conditions.add(Logic.not(new Expr.IsNull(key)));
                    }
                }
                yield Logic.and(conditions);
            }
        };
    }

    private boolean hasValue(Expr.Column column, Set<Object> known) {
        return isThere(column.row(), known)
                && (column.type().isPrimitive() || ref(column).column().nulls() == 0 || isKnown(column, known));
    }

    /** Returns whether a row exists for every tuple. */
    public boolean exists(Row row) {
        return isThere(row, Set.of());
    }

    /** Returns whether a row exists, because that is known or because its foreign keys have values and name rows. */
    private boolean isThere(Row row, Set<Object> known) {
        return known.contains(row)
                || switch (row) {
                    case Row.Element(int place) -> !nullable.get(place);
                    case Row.Referenced referenced ->
                        isThere(referenced.from(), known)
                                && followed(referenced).path.isComplete()
                                && referenced.foreignKeys().stream().allMatch(key -> hasValue(key, known));
                };
    }

    /** Returns whether a column certainly has a value, also as a part of the foreign key of a row that exists. */
    private boolean isKnown(Expr.Column column, Set<Object> known) {
        int place = scope(column.row()).place(column);
        for (Object fact : known) {
            List<Expr.Column> present = switch (fact) {
                case Expr.Column read -> List.of(read);
                case Row.Referenced referenced -> referenced.foreignKeys();
                default -> List.of();
            };
            for (Expr.Column read : present) {
                if (read.row().equals(column.row()) && scope(read.row()).place(read) == place) {
                    return true;
                }
            }
        }
        return false;
    }
}
