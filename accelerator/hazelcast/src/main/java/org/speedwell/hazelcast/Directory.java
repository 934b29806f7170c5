package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Who holds which part, as the members told a moment ago. Immutable.
 *
 * @param members on which the store runs, in the cluster's order, which is the same on all members
 * @param silent those that did not tell
 */
record Directory(List<PartStatus.Of> members, List<Member> silent) {
    static final Directory NOBODY = new Directory(List.of(), List.of());

    Directory {
        members = List.copyOf(members);
        silent = List.copyOf(silent);
    }

    /** Those that are to hold a part each, that of their place. */
    List<PartStatus.Of> owners() {
        return members.stream().filter(one -> one.status().isOwner()).toList();
    }

    /** Whether each of so many parts is held by somebody. */
    boolean isWhole(int parts) {
        return parts > 0
                && IntStream.range(0, parts)
                        .allMatch(
                                number -> holder(new PartNumber(number, parts)).isPresent());
    }

    Optional<PartStatus.Of> holder(PartNumber part) {
        return members.stream().filter(one -> one.holds(part)).findFirst();
    }

    /** A number of parts that are all held: that of the owners, or the one before a change of them; empty if there is none. */
    Optional<Integer> whole() {
        int wanted = owners().size();
        return isWhole(wanted)
                ? Optional.of(wanted)
                : numbersOfParts().stream().filter(this::isWhole).findFirst();
    }

    private TreeSet<Integer> numbersOfParts() {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (PartStatus.Of one : members) {
            one.status().held().forEach(part -> numbers.add(part.of()));
        }
        return numbers;
    }

    /** The parts that nobody holds, of as many as there are to be and of those before; each with why. */
    List<String> missing() {
        TreeSet<Integer> numbers = numbersOfParts();
        numbers.add(owners().size());
        List<String> missing = new ArrayList<>();
        for (int parts : numbers.descendingSet()) {
            for (int number = 0; number < parts; number++) {
                PartNumber part = new PartNumber(number, parts);
                if (holder(part).isEmpty()) {
                    missing.add(part + " " + reason(part));
                }
            }
        }
        silent.forEach(member -> missing.add("whatever " + member.getAddress() + " holds, which does not answer"));
        return missing;
    }

    private String reason(PartNumber part) {
        for (PartStatus.Of one : members) {
            if (part.equals(one.status().loading())) {
                String failure = one.status().failure();
                return failure.isEmpty()
                        ? "is being loaded by " + one
                        : "cannot be loaded by " + one + ", which tries again: " + failure;
            }
        }
        return "is held by no member" + hindrances();
    }

    /** Why members that hold and load nothing do not. */
    private String hindrances() {
        return members.stream()
                .filter(one -> one.status().loading() == null
                        && !one.status().failure().isEmpty())
                .map(one -> "; " + one + " " + one.status().failure())
                .collect(Collectors.joining());
    }
}
