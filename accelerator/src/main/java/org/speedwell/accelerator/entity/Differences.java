package org.speedwell.accelerator.entity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.mapping.NearestNames;

/** The differences between all mapped classes and the database. For one thread. */
final class Differences {
    private final List<String> found = new ArrayList<>();

    /**
     * Adds a difference.
     *
     * @param what the class or member
     * @param problem the predicate of a sentence
     * @param remedy an instruction, without a full stop
     */
    void add(Object what, String problem, String remedy) {
        String upper = remedy.substring(0, 1).toUpperCase(Locale.ROOT) + remedy.substring(1);
        String line = what + " " + problem + ". " + upper + ".";
        if (!found.contains(line)) {
            found.add(line);
        }
    }

    /**
     * Returns a remedy for a missing name.
     *
     * @param pattern the annotation, with {@code %s} for the name
     * @param otherwise the remedy if no name is near
     */
    static String nearest(String missing, Collection<String> names, String pattern, String otherwise) {
        List<String> near = NearestNames.of(missing, names);
        return near.isEmpty()
                ? otherwise
                : near.stream().map(pattern::formatted).collect(Collectors.joining(" or ", "add ", ""));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** @throws MappingException with all differences, if there are any */
    void requireNone() {
        if (!found.isEmpty()) {
            throw new MappingException(
                    found.size() == 1
                            ? found.getFirst()
                            : "The mapped classes have %d differences from the database:\n- %s"
                                    .formatted(found.size(), String.join("\n- ", found)));
        }
    }
}
