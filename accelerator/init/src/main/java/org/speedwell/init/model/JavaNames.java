package org.speedwell.init.model;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * The names in Java of what stands side by side in the database. A plain name, as {@code order_line}, is kept, since everybody
 * makes the same of it; for any other a plain one is found that no other has.
 */
public final class JavaNames {
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*");

    /** Classes that generated code calls by their short names, of enums of columns too. */
    private static final Set<String> CLASSES = Set.of("""
            BigDecimal BigInteger Blob Boolean Byte Class Date Double EntityReader Field Float Generated
            GeneratedCode Identifier Integer List Long Main Manager Object Optional OptionalDouble OptionalInt
            OptionalLong Override Short Speedment Stream String Table TableIdentifier Time Timestamp TypeMapper
            """.split("\\s+", 0));

    private final String kind;
    private final Set<String> taken = new HashSet<>();

    /** @param kind what is named, {@code table} or {@code column}, for names that need a word more */
    JavaNames(String kind) {
        this.kind = kind;
    }

    /** Keeps a name, as {@code ShopApplication}, from being given. */
    JavaNames without(String className) {
        taken.add(className.toLowerCase(Locale.ROOT));
        return this;
    }

    /** Names for these, by them; those that are plain come first to theirs. */
    Map<String, String> of(List<String> names) {
        Map<String, String> javaNames = new HashMap<>();
        names.stream()
                .sorted(Comparator.comparing(name -> !PLAIN.matcher(name).matches()))
                .forEach(name -> javaNames.put(name, free(name)));
        return javaNames;
    }

    /** Whether a reader sees at once that one is the other, as {@code firstName} and {@code first_name}. */
    static boolean areAlike(String name, String javaName) {
        return name.replace("_", "").equalsIgnoreCase(javaName.replace("_", ""));
    }

    private String free(String name) {
        String plain = plain(name);
        String candidate = plain;
        for (int n = 2; !taken.add(candidate.replace("_", "")); n++) {
            candidate = plain + "_" + kind + n;
        }
        return candidate;
    }

    private String plain(String name) {
        String words = PLAIN.matcher(name).matches() ? name : words(name);
        if (words.isEmpty()) {
            return kind;
        }
        if (Character.isDigit(words.charAt(0))
                || SourceVersion.isKeyword(words)
                || CLASSES.contains(className(words))) {
            return Character.isDigit(words.charAt(0)) ? kind + words : words + "_" + kind;
        }
        return words;
    }

    /** In ASCII, cut where letters become large. */
    private static String words(String name) {
        return Normalizer.normalize(name.replace("ß", "ss"), Normalizer.Form.NFKD)
                .replaceAll("\\p{M}", "")
                .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("_(?=[0-9])", "") // as Speedment does with it
                .replaceAll("^_|_$", "");
    }

    /** {@code OrderLine} for {@code order_line}. */
    public static String className(String plain) {
        return Arrays.stream(plain.split("_", -1))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    /** {@code orderLine} for {@code order_line}. */
    public static String variableName(String plain) {
        String name = className(plain);
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** {@code shop} of {@code com.example.shop}. */
    public static String lastPart(String packageName) {
        return packageName.substring(packageName.lastIndexOf('.') + 1);
    }

    /** What is wrong with a package's name; null if nothing is. */
    public static @Nullable String trouble(String packageName) {
        for (String part : packageName.split("\\.", -1)) {
            if (part.isEmpty()) {
                return "a part of it is empty";
            }
            if (SourceVersion.isKeyword(part)) {
                return "'" + part + "' is a word of Java's own";
            }
            if (!PLAIN.matcher(part).matches()) {
                return "'" + part + "' is not made of small letters and digits, with a letter first";
            }
        }
        return null;
    }
}
