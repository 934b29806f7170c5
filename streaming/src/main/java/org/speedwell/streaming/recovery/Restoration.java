package org.speedwell.streaming.recovery;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.speedwell.streaming.checkpoint.CheckpointException;

/**
 * The assignment of the saved states of a checkpoint to the parts of the job that continues from it. A vertex may have
 * another number of parts now: then each part reads the states of all earlier parts, and keeps its own keys. A changed
 * graph takes the states of the vertices with the same names. Immutable.
 */
final class Restoration {
    private final List<List<Integer>> sections = new ArrayList<>();
    private final boolean isSame;

    /** The changes of a graph whose vertices match by name. */
    record Changes(List<String> kept, List<String> created, List<String> dropped) {}

    private final Changes changes;

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
        boolean isSameGraph = before.size() == now.size()
                && IntStream.range(0, now.size()).allMatch(i -> before.get(i).isSameAs(now.get(i)));
        if (!isSameGraph && !matchesByName) {
            throw differs(before, now);
        }
        Set<String> withState = new LinkedHashSet<>();
        saved.forEach(section -> withState.add(section.vertex()));
        List<SavedVertex> old =
                before.stream().filter(each -> withState.contains(each.name())).toList();
        Predicate<SavedVertex> matches = isSameGraph
                ? vertex -> true
                : vertex -> find(old, vertex.name())
                        .filter(each -> each.isNamed() && vertex.isNamed() || each.isSameAs(vertex))
                        .isPresent();
        if (!isSameGraph) {
            requireNames(old.stream()
                    .filter(each -> find(now, each.name()).filter(matches).isEmpty())
                    .toList());
            now.stream().filter(matches).forEach(vertex -> requireSameState(find(old, vertex.name()), vertex));
        }
        this.isSame = isSameGraph && names(saved).equals(participantNames(participants));
        for (int i = 0; i < participants.size(); i++) {
            sections.add(isSame ? List.of(i) : sections(saved, participants.get(i), now, matches));
        }
        this.changes = changes(old, now, participants, matches);
    }

    private static Optional<SavedVertex> find(List<SavedVertex> among, String name) {
        return among.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static List<String> names(List<CheckpointFile.Section> saved) {
        return saved.stream().map(CheckpointFile.Section::name).toList();
    }

    private static List<String> participantNames(List<Participant> participants) {
        return participants.stream().map(Participant::name).toList();
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

    private static void requireSameState(Optional<SavedVertex> old, SavedVertex vertex) {
        String before = old.map(SavedVertex::operation).orElse(vertex.operation());
        if (!before.equals(vertex.operation())) {
            throw new CheckpointException(
                    "The part \"" + vertex.name() + "\" cannot take its state from the checkpoint: there it is ["
                            + before + "], but in this pipeline [" + vertex.operation()
                            + "]. Give the new part another name, so that it starts without state.",
                    null);
        }
    }

    /** Returns the sections of the participant's vertex. Totals have no state in a checkpoint, and no vertex. */
    private static List<Integer> sections(
            List<CheckpointFile.Section> saved,
            Participant participant,
            List<SavedVertex> now,
            Predicate<SavedVertex> matches) {
        if (find(now, participant.vertex()).filter(matches).isEmpty()) {
            return List.of();
        }
        return IntStream.range(0, saved.size())
                .filter(i -> saved.get(i).vertex().equals(participant.vertex()))
                .boxed()
                .toList();
    }

    private static Changes changes(
            List<SavedVertex> old,
            List<SavedVertex> now,
            List<Participant> participants,
            Predicate<SavedVertex> matches) {
        Set<String> stateful = new LinkedHashSet<>();
        participants.forEach(each -> stateful.add(each.vertex()));
        List<SavedVertex> present =
                now.stream().filter(each -> stateful.contains(each.name())).toList();
        List<String> kept =
                present.stream().filter(matches).map(SavedVertex::name).toList();
        List<String> created =
                present.stream().filter(matches.negate()).map(SavedVertex::name).toList();
        List<String> dropped = old.stream()
                .map(SavedVertex::name)
                .filter(name -> !kept.contains(name))
                .toList();
        return new Changes(kept, created, dropped);
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
