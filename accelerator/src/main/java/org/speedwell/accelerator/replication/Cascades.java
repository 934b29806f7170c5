package org.speedwell.accelerator.replication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.replication.ForeignKey.Rule;

/**
 * The changes that foreign keys cause but the binlog does not contain. InnoDB deletes, updates or sets to NULL the rows
 * that reference a changed one, and does not log it. This class repeats that at the same place of the same transaction.
 * For one thread.
 */
final class Cascades {
    private volatile Map<String, List<ForeignKey>> byParent;
    private final boolean areLogged;
    private final Map<String, ReplicatedTable<?>> tables;

    /**
     * Creates cascades.
     *
     * @param areLogged whether the binlog contains the rows that the keys change, so that no rows need to be changed
     * here
     * @param tables the tables in memory, by name
     */
    Cascades(Map<String, List<ForeignKey>> byParent, boolean areLogged, Map<String, ReplicatedTable<?>> tables) {
        this.byParent = byParent;
        this.areLogged = areLogged;
        this.tables = tables;
    }

    /**
     * Replaces the foreign keys.
     *
     * @return the tables in memory whose rows other keys change than before
     */
    Set<String> refresh(Map<String, List<ForeignKey>> keys) {
        Set<ForeignKey> before = all(byParent);
        Set<ForeignKey> after = all(keys);
        byParent = keys;
        return Stream.concat(
                        before.stream().filter(key -> !after.contains(key)),
                        after.stream().filter(key -> !before.contains(key)))
                .map(ForeignKey::child)
                .filter(tables::containsKey)
                .collect(Collectors.toSet());
    }

    private static Set<ForeignKey> all(Map<String, List<ForeignKey>> keys) {
        return keys.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    }

    /** Returns whether rows of a table, in memory or not, can change rows of tables in memory. */
    boolean needs(String table) {
        return !areLogged
                && byParent.getOrDefault(table, List.of()).stream().anyMatch(key -> tables.containsKey(key.child()));
    }

    /**
     * Returns the tables in memory whose rows can change with rows of the selected parents, also through other tables.
     */
    Set<String> referencing(Predicate<String> parents) {
        return byParent.keySet().stream()
                .filter(parents)
                .flatMap(parent -> referencing(parent).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the tables in memory whose rows can change with rows of a table, also through other tables. */
    Set<String> referencing(String parent) {
        Set<String> all = new LinkedHashSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(parent));
        while (!next.isEmpty()) {
            for (ForeignKey key : byParent.getOrDefault(next.remove(), List.of())) {
                if (tables.containsKey(key.child()) && all.add(key.child())) {
                    next.add(key.child());
                }
            }
        }
        return all;
    }

    /**
     * Returns whether {@link #follow} has work: rows of the event have lost a key that others may reference.
     *
     * @param parent the name of the event's table
     */
    boolean isFollowed(String parent, RowsEvent event) {
        return !areLogged
                && event.kind() != RowsEvent.Kind.INSERT
                && event.foreignKeys() != RowsEvent.ForeignKeys.IGNORED
                && byParent.getOrDefault(parent, List.of()).stream()
                        .anyMatch(key -> tables.containsKey(key.child())
                                && rule(key, event) != Rule.NONE
                                && !lost(key, event).before().isEmpty());
    }

    private static Rule rule(ForeignKey key, RowsEvent event) {
        return event.kind() == RowsEvent.Kind.DELETE ? key.onDelete() : key.onUpdate();
    }

    /**
     * Changes the rows that reference rows of an event, and recursively the rows that reference these.
     *
     * @param parent the name of the event's table
     */
    void follow(String parent, RowsEvent event) throws LoadException {
        if (areLogged
                || event.kind() == RowsEvent.Kind.INSERT
                || event.foreignKeys() == RowsEvent.ForeignKeys.IGNORED) {
            return;
        }
        for (ForeignKey key : byParent.getOrDefault(parent, List.of())) {
            ReplicatedTable<?> child = tables.get(key.child());
            Rule rule = rule(key, event);
            if (child != null && rule != Rule.NONE) {
                Lost lost = lost(key, event);
                if (!lost.before().isEmpty()) {
                    follow(key, child, rule, lost, event);
                }
            }
        }
    }

    private void follow(ForeignKey key, ReplicatedTable<?> child, Rule rule, Lost lost, RowsEvent event)
            throws LoadException {
        boolean isUpdate = event.kind() == RowsEvent.Kind.UPDATE;
        Lease lease = new Lease();
        try {
            Keys keys = new Keys(
                    child.keysOf(event.format(), key, event.bytes(), lost.before(), lease),
                    isUpdate ? child.keysOf(event.format(), key, event.bytes(), lost.after(), lease) : null);
            if (event.foreignKeys() == RowsEvent.ForeignKeys.UNKNOWN) {
                requireUnreferenced(key, child, keys);
            }
            follow(key, child, rule, keys, isUpdate, lease);
        } finally {
            lease.release();
        }
    }

    /**
     * The former keys of rows and, after an update, their new keys.
     *
     * @param before one column for each column of the key, typed like the referencing table's columns
     * @param after the same for the new keys; null if the rows were deleted
     */
    private record Keys(List<Column> before, @Nullable List<Column> after) {}

    /** The offsets of values in the images of rows that have lost their key. */
    private record Lost(List<int[]> before, List<int[]> after) {}

    private static Lost lost(ForeignKey key, RowsEvent event) {
        RowFormat format = event.format();
        int[] places = key.parentColumns().stream()
                .mapToInt(column -> ReplicatedTable.place(format, column))
                .toArray();
        Lost lost = new Lost(new ArrayList<>(), new ArrayList<>());
        int[] starts = new int[format.columns()];
        int[] next = new int[format.columns()];
        boolean isUpdate = event.kind() == RowsEvent.Kind.UPDATE;
        for (int at = event.from(); at < event.bytes().length; ) {
            int middle = format.locate(event.bytes(), at, starts);
            at = isUpdate ? format.locate(event.bytes(), middle, next) : middle;
            if (!isUpdate || isDifferent(format, places, event.bytes(), starts, next)) {
                lost.before().add(starts.clone());
                lost.after().add(next.clone());
            }
        }
        return lost;
    }

    private static boolean isDifferent(RowFormat format, int[] places, byte[] bytes, int[] before, int[] after) {
        for (int place : places) {
            boolean isNull = before[place] == RowFormat.NULL;
            if (isNull != (after[place] == RowFormat.NULL)
                    || !isNull
                            && !Arrays.equals(
                                    bytes,
                                    before[place],
                                    format.end(bytes, place, before[place]),
                                    bytes,
                                    after[place],
                                    format.end(bytes, place, after[place]))) {
                return true;
            }
        }
        return false;
    }

    private void follow(ForeignKey key, ReplicatedTable<?> child, Rule rule, Keys keys, boolean isUpdate, Lease lease)
            throws LoadException {
        requireKnown(key, child, rule, isUpdate);
        ReplicatedTable.Referencing found = child.referencing(key.childColumns(), keys.before());
        if (found.rows().length == 0) {
            return;
        }
        if (rule == Rule.CASCADE && !isUpdate) {
            followKeys(key.child(), found.rows(), null, child, lease);
            child.removeRows(found.rows());
            return;
        }
        List<@Nullable Column> values = new ArrayList<>();
        for (int i = 0; i < key.childColumns().size(); i++) {
            values.add(
                    rule == Rule.CASCADE && keys.after() != null
                            ? ReplicatedTable.repeated(keys.after().get(i), found.keys(), lease)
                            : null);
        }
        followKeys(key.child(), found.rows(), new Replaced(key.childColumns(), values), child, lease);
        child.setColumns(found.rows(), key.childColumns(), values);
    }

    /**
     * Checks that no row references rows that were changed under an unknown setting of {@code foreign_key_checks}.
     *
     * @throws LoadException if a row does, so that the tables must be reloaded
     */
    private static void requireUnreferenced(ForeignKey key, ReplicatedTable<?> child, Keys keys) throws LoadException {
        if (child.referencing(key.childColumns(), keys.before()).rows().length > 0) {
            throw new LoadException("Rows that table " + child.model()
                    + " references have changed, and it is unknown whether foreign_key_checks was ON.");
        }
    }

    /**
     * Checks that a part of a table suffices to change its rows. A row that moves to another part is unknown there, and
     * rows that reference it may be anywhere.
     *
     * @throws LoadException if it does not suffice, so that the tables must be reloaded
     */
    private void requireKnown(ForeignKey key, ReplicatedTable<?> child, Rule rule, boolean isUpdate)
            throws LoadException {
        boolean isRemoved = rule == Rule.CASCADE && !isUpdate;
        if (child.share() != null
                && (!isRemoved && child.isDividedBy(key.childColumns())
                        || byParent.getOrDefault(key.child(), List.of()).stream()
                                .anyMatch(next -> tables.containsKey(next.child())))) {
            throw new LoadException(
                    "A foreign key changes rows of table " + child.model() + ", of which only a part is in memory.");
        }
    }

    /** The columns that change, and their new values; null for NULL. */
    private record Replaced(List<String> columns, List<@Nullable Column> values) {}

    /** Changes the rows that reference rows that are about to change themselves. */
    private void followKeys(
            String parent, int[] rows, @Nullable Replaced replaced, ReplicatedTable<?> table, Lease lease)
            throws LoadException {
        for (ForeignKey key : byParent.getOrDefault(parent, List.of())) {
            ReplicatedTable<?> child = tables.get(key.child());
            Rule rule = replaced == null ? key.onDelete() : key.onUpdate();
            if (child == null || rule == Rule.NONE) {
                continue;
            }
            List<Column> before = table.picked(key.parentColumns(), rows, lease);
            if (replaced == null) {
                follow(key, child, rule, new Keys(before, null), false, lease);
            } else if (key.parentColumns().stream().anyMatch(replaced.columns()::contains)) {
                List<Column> after = new ArrayList<>();
                for (int i = 0; i < before.size(); i++) {
                    int at = replaced.columns().indexOf(key.parentColumns().get(i));
                    Column value = at < 0 ? before.get(i) : replaced.values().get(at);
                    if (value == null) {
                        return; // a key that becomes NULL references nothing
                    }
                    after.add(value);
                }
                follow(key, child, rule, new Keys(before, after), true, lease);
            }
        }
    }
}
