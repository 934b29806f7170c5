package org.speedwell.accelerator.mapping;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A finder of names that are similar to a missing one. */
public final class NearestNames {
    private static final int MOST = 3;

    private NearestNames() {}

    /**
     * Returns at most three similar names, the nearest first. Case and underscores do not count, so that a name in snake
     * case is the only one that is similar to the same name in camel case.
     */
    public static List<String> of(String missing, Collection<String> names) {
        String plain = plain(missing);
        boolean isKnown = names.stream().anyMatch(name -> plain(name).equals(plain));
        int limit = isKnown ? 0 : Math.max(2, plain.length() / 3);
        return names.stream()
                .filter(name -> rank(plain, plain(name)) <= limit)
                .sorted(Comparator.comparingInt(name -> rank(plain, plain(name))))
                .limit(MOST)
                .toList();
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "");
    }

    /** Returns the edit distance, or 1 if one name contains the other. */
    private static int rank(String one, String other) {
        int distance = distance(one, other);
        boolean isPart = Math.min(one.length(), other.length()) > 2 && (one.contains(other) || other.contains(one));
        return isPart ? Math.min(1, distance) : distance;
    }

    private static int distance(String one, String other) {
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j < previous.length; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] next = new int[previous.length];
            next[0] = i;
            for (int j = 1; j < next.length; j++) {
                int replaced = previous[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(replaced, Math.min(previous[j], next[j - 1]) + 1);
            }
            previous = next;
        }
        return previous[other.length()];
    }
}
