package org.speedwell.streaming.recovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.speedwell.streaming.checkpoint.CheckpointException;

/**
 * The assignment of the saved states of a checkpoint to the parts of the job that continues from it. A vertex may have
 * another number of parts now: then each part reads the states of all earlier parts, and keeps its own keys. A changed
 * graph takes the states of the vertices with the same names. Immutable.
 */
public final class Restoration {
    private final List<List<Integer>> sections = new ArrayList<>();
    private final boolean isSame;
    private final Changes changes;

    /** The changes of a graph whose vertices match by name. */
    record Changes(List<String> kept, List<String> created, List<String> dropped) {}

    /**
     * Assigns states.
     *
     * @param saved the sections of the checkpoint
     * @param before the graph of the checkpoint
     * @param participants the parts of the job
     * @param now the graph of the job
     * @param matchesByName true if the graphs may differ
     * @throws CheckpointException if the graphs differ, and the job must not, or cannot, match them by name
     */
    Restoration(
            List<CheckpointFile.Section> saved,
            List<SavedVertex> before,
            List<Participant> participants,
            List<SavedVertex> now,
            boolean matchesByName) {
        Set<String> old = new LinkedHashSet<>();
        saved.forEach(section -> old.add(section.vertex()));
        Set<String> present = new LinkedHashSet<>();
        participants.forEach(each -> present.add(each.vertex()));
        Set<String> kept = kept(before, old, now, present, matchesByName);
        this.isSame = areSame(before, now)
                && saved.stream()
                        .map(CheckpointFile.Section::name)
                        .toList()
                        .equals(participants.stream().map(Participant::name).toList());
        for (int i = 0; i < participants.size(); i++) {
            String vertex = participants.get(i).vertex();
            sections.add(
                    isSame
                            ? List.of(i)
                            : IntStream.range(0, saved.size())
                                    .filter(each -> kept.contains(vertex)
                                            && saved.get(each).vertex().equals(vertex))
                                    .boxed()
                                    .toList());
        }
        this.changes = new Changes(List.copyOf(kept), others(now, present, kept), others(before, old, kept));
    }

    private static List<String> others(List<SavedVertex> vertices, Collection<String> withState, Set<String> kept) {
        return vertices.stream()
                .map(SavedVertex::name)
                .filter(name -> withState.contains(name) && !kept.contains(name))
                .toList();
    }

    /**
     * Returns the names of the vertices that keep their state.
     *
     * @param before the graph that has saved the state
     * @param old the names of its vertices that have saved state
     * @param now the graph that continues
     * @param present the names of its vertices that may have state
     * @param matchesByName true if the graphs may differ
     * @throws CheckpointException if the graphs differ, and must not, or cannot, be matched by name
     */
    public static Set<String> kept(
            List<SavedVertex> before,
            Collection<String> old,
            List<SavedVertex> now,
            Collection<String> present,
            boolean matchesByName) {
        boolean isSameGraph = areSame(before, now);
        if (!isSameGraph && !matchesByName) {
            throw differs(before, now);
        }
        Set<String> kept = new LinkedHashSet<>();
        for (SavedVertex vertex : now) {
            Optional<SavedVertex> match = find(before, vertex.name())
                    .filter(each -> old.contains(each.name()) && present.contains(each.name()))
                    .filter(each -> isSameGraph || each.isNamed() && vertex.isNamed() || each.isSameAs(vertex));
            if (match.isPresent()) {
                requireSameState(match.get(), vertex);
                kept.add(vertex.name());
            }
        }
        requireNames(before.stream()
                .filter(each -> old.contains(each.name()) && !kept.contains(each.name()))
                .toList());
        return kept;
    }

    private static boolean areSame(List<SavedVertex> before, List<SavedVertex> now) {
        return before.size() == now.size()
                && IntStream.range(0, now.size()).allMatch(i -> before.get(i).isSameAs(now.get(i)));
    }

    private static Optional<SavedVertex> find(List<SavedVertex> among, String name) {
        return among.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static CheckpointException differs(List<SavedVertex> before, List<SavedVertex> now) {
        List<SavedVertex> onlyBefore = new ArrayList<>(before);
        onlyBefore.removeIf(each -> now.stream().anyMatch(each::isSameAs));
        List<SavedVertex> onlyNow = new ArrayList<>(now);
        onlyNow.removeIf(each -> before.stream().anyMatch(each::isSameAs));
        return new CheckpointException(
                "The checkpoint belongs to another pipeline: it has " + onlyBefore + ", but this pipeline has "
                        + onlyNow
                        + ". Start the earlier pipeline, or give this one its own folder. If this one replaces"
                        + " it, JobOptions.matchingByName keeps the state of the parts that have the same names.",
                null);
    }

    /** Rejects parts that match none, unless their names say that they are gone. */
    private static void requireNames(List<SavedVertex> unmatched) {
        List<String> unnamed = unmatched.stream()
                .filter(vertex -> !vertex.isNamed())
                .map(SavedVertex::name)
                .toList();
        if (!unnamed.isEmpty()) {
            throw new CheckpointException(
                    "The pipeline has changed. Its checkpoint has parts without names of their own: " + unnamed
                            + ". This pipeline does not have them in the same places, so their state would be lost. Start"
                            + " the earlier pipeline, or give this one its own folder. Parts that named(\"…\") names keep"
                            + " their state.",
                    null);
        }
    }

    private static void requireSameState(SavedVertex old, SavedVertex vertex) {
        String before = old.operation();
        if (!before.equals(vertex.operation())) {
            throw new CheckpointException(
                    "The part \"" + vertex.name() + "\" cannot take its state from the checkpoint: there it is ["
                            + before + "], but in this pipeline [" + vertex.operation()
                            + "]. Give the new part another name, so that it starts without state.",
                    null);
        }
    }

    /** Returns whether each part continues with the state of the same part and the same inputs. */
    boolean isSame() {
        return isSame;
    }

    /** Returns the numbers of the sections whose state a participant takes. */
    List<Integer> sections(int participant) {
        return sections.get(participant);
    }

    Changes changes() {
        return changes;
    }
}
