package org.speedwell.init.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/** A choice of different Java names for names of the database. It does not depend on the order of the names. */
public final class UniqueNames {
    /**
     * The order in which names are chosen. Plain names are first, so that they stay unchanged. A short name comes
     * before longer names that derive from it.
     */
    private static final Comparator<String> FIRST = Comparator.comparing((String name) -> !JavaNames.isPlain(name))
            .thenComparing(String::length)
            .thenComparing(Comparator.naturalOrder());

    private UniqueNames() {}

    /**
     * Returns a plain name for each name. Two plain names never differ only in underscores.
     *
     * @param kind the suffix of a plain name that is not free, such as {@code column}
     * @param isFree tests a name of the database and its plain name; called until it returns true
     */
    public static Map<String, String> choose(
            Collection<String> names, String kind, BiPredicate<String, String> isFree) {
        Map<String, String> chosen = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (String name : names.stream().sorted(FIRST).toList()) {
            String plain = JavaNames.plain(name, kind);
            String candidate = plain;
            int n = taken.contains(joined(plain)) ? 2 : 1;
            while (taken.contains(joined(candidate)) || !isFree.test(name, candidate)) {
                candidate = plain + "_" + kind + (n == 1 ? "" : n);
                n++;
            }
            taken.add(joined(candidate));
            chosen.put(name, candidate);
        }
        return chosen;
    }

    /** Returns the form in which two names must differ, so that their getters, fields and classes differ. */
    private static String joined(String plain) {
        return plain.replace("_", "");
    }
}
