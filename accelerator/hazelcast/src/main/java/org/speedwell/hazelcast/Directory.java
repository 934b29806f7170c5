package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A list of the parts that each member holds, as the members reported them a moment ago. Immutable.
 *
 * @param members the members on which the store runs, in the order of the cluster, which is the same on all members
 * @param silent the members that did not report
 */
record Directory(List<PartStatus.Of> members, List<Member> silent) {
    static final Directory EMPTY = new Directory(List.of(), List.of());

    Directory {
        members = List.copyOf(members);
        silent = List.copyOf(silent);
    }

    /** Returns the members that hold data. Each must hold the part whose number is its position in this list. */
    List<PartStatus.Of> owners() {
        return members.stream().filter(one -> one.status().isOwner()).toList();
    }

    /** Returns whether the members hold every part of a table that is divided into this number of parts. */
    boolean isWhole(int parts) {
        return parts > 0
                && IntStream.range(0, parts)
                        .allMatch(
                                number -> holder(new PartNumber(number, parts)).isPresent());
    }

    Optional<PartStatus.Of> holder(PartNumber part) {
        return members.stream().filter(one -> one.holds(part)).findFirst();
    }

    /**
     * Returns a number of parts for which the members hold every part. The number of owners comes first. After a change
     * of the owners this may be an earlier number. Empty if no number of parts is complete.
     */
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

    /**
     * Returns the parts that no member holds, each with the reason. The list covers the current number of parts and
     * earlier ones.
     */
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
        if (owners().isEmpty()) {
            missing.add("the store runs on no member that holds data");
        }
        silent.forEach(member -> missing.add("the parts of " + member.getAddress() + ", which does not answer"));
        return missing;
    }

    private String reason(PartNumber part) {
        for (PartStatus.Of one : members) {
            if (part.equals(one.status().loading())) {
                String failure = one.status().failure();
                return failure.isEmpty()
                        ? "is being loaded by " + one
                        : "could not be loaded by " + one + ", which will retry: " + failure;
            }
        }
        return "is held by no member" + describeFailures();
    }

    /** Returns the failures of members that neither hold nor load a part. */
    private String describeFailures() {
        return members.stream()
                .filter(one -> one.status().loading() == null
                        && !one.status().failure().isEmpty())
                .map(one -> "; " + one + " " + one.status().failure())
                .collect(Collectors.joining());
    }
}
