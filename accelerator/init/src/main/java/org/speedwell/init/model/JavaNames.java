package org.speedwell.init.model;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/** A converter from names of tables, columns and packages to names of Java. */
public final class JavaNames {
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*");

    /**
     * The longest name of a database. One letter may become several in Java, and file systems limit the length of file
     * names.
     */
    private static final int MAX_LENGTH = 64;

    private JavaNames() {}

    /**
     * Returns whether a name has a form like {@code order_line}. All tools derive the same Java name from such a name.
     */
    static boolean isPlain(String name) {
        return PLAIN.matcher(name).matches();
    }

    /**
     * Returns a plain name, as {@link #isPlain} defines it, for any name. It does not change a plain name.
     *
     * @param kind {@code table} or {@code column}: the prefix of a name that does not start with a letter
     */
    public static String plain(String name, String kind) {
        if (isPlain(name)) {
            return name;
        }
        String words = words(name);
        return words.isEmpty() ? kind : Character.isDigit(words.charAt(0)) ? kind + words : words;
    }

    /**
     * Returns whether two names differ only in underscores and case, as {@code firstName} and {@code first_name} do.
     */
    static boolean areAlike(String name, String javaName) {
        return name.replace("_", "").equalsIgnoreCase(javaName.replace("_", ""));
    }

    /**
     * Splits a name where upper case begins, and returns it in ASCII and lower case, with underscores between the
     * words.
     */
    private static String words(String name) {
        String words = Normalizer.normalize(name.replace("ß", "ss"), Normalizer.Form.NFKD)
                .replaceAll("\\p{M}", "")
                .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                .replaceAll("([A-Z])([A-Z][a-z])", "$1_$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("_(?=[0-9])", "") // Speedment does the same
                .replaceAll("^_|_$", "");
        return words.substring(0, Math.min(words.length(), MAX_LENGTH)).replaceAll("_$", "");
    }

    /** Returns {@code OrderLine} for {@code order_line}. */
    public static String className(String plain) {
        return Arrays.stream(plain.split("_", -1))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    /** Returns {@code orderLine} for {@code order_line}. */
    public static String variableName(String plain) {
        String name = className(plain);
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** Returns {@code ORDER_LINE} for {@code order_line}. */
    static String constantName(String plain) {
        return plain.toUpperCase(Locale.ROOT);
    }

    /** Returns the plain name of the application in a package: {@code shop} for {@code com.example.shop}. */
    public static String application(String packageName) {
        String last = packageName.substring(packageName.lastIndexOf('.') + 1);
        return ReservedNames.isWord(last) ? last + "_app" : last;
    }

    /** Returns why a text is not the name of a package, or null if it is. */
    public static @Nullable String problem(String packageName) {
        if (packageName.equals("java") || packageName.startsWith("java.")) {
            return "'java' is the prefix of the JDK's own packages";
        }
        for (String part : packageName.split("\\.", -1)) {
            if (part.isEmpty()) {
                return "a part of it is empty";
            }
            if (SourceVersion.isKeyword(part)) {
                return "'" + part + "' is a keyword of Java";
            }
            if (!PLAIN.matcher(part).matches()) {
                return "'" + part + "' must consist of lower-case letters and digits, and start with a letter";
            }
        }
        return null;
    }
}
