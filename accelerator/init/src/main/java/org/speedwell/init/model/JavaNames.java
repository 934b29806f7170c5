package org.speedwell.init.model;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/** Turns names of the database and of packages into such as Java can have. */
public final class JavaNames {
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*");

    /** The length of names in the database. One letter may become several in Java, and names of files have a limit. */
    private static final int MAX_LENGTH = 64;

    private JavaNames() {}

    /** Returns whether a name is of the form {@code order_line}, of which everybody makes the same. */
    static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    /**
     * Returns a name of that form for any name, the same for a plain one.
     *
     * @param kind what is named, {@code table} or {@code column}, for names without a letter to begin with
     */
    static String plain(String name, String kind) {
        if (isPlain(name)) {
            return name;
        }
        String words = words(name);
        return words.isEmpty() ? kind : Character.isDigit(words.charAt(0)) ? kind + words : words;
    }

    /** Whether a reader sees at once that one is the other, as {@code firstName} and {@code first_name}. */
    static boolean areAlike(String name, String javaName) {
        return name.replace("_", "").equalsIgnoreCase(javaName.replace("_", ""));
    }

    /** In ASCII, cut where letters become large. */
    private static String words(String name) {
        String words = Normalizer.normalize(name.replace("ß", "ss"), Normalizer.Form.NFKD)
                .replaceAll("\\p{M}", "")
                .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("_(?=[0-9])", "") // as Speedment does with it
                .replaceAll("^_|_$", "");
        return words.substring(0, Math.min(words.length(), MAX_LENGTH)).replaceAll("_$", "");
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

    /** Returns {@code ORDER_LINE} for {@code order_line}. */
    static String constantName(String plain) {
        return plain.toUpperCase(Locale.ROOT);
    }

    /** Returns the plain name of a package's application: {@code shop} for {@code com.example.shop}. */
    public static String application(String packageName) {
        String last = packageName.substring(packageName.lastIndexOf('.') + 1);
        return ReservedNames.isWord(last) ? last + "_app" : last;
    }

    /** What is wrong with a package's name; null if nothing is. */
    public static @Nullable String trouble(String packageName) {
        if (packageName.equals("java") || packageName.startsWith("java.")) {
            return "'java' is what the packages of the JDK begin with";
        }
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
