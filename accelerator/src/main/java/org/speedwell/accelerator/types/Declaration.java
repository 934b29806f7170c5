package org.speedwell.accelerator.types;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;

/**
 * A parser of column declarations, such as {@code decimal(8,2) unsigned}. It also compares them with columns of the
 * binlog.
 */
public final class Declaration {
    /** The first number in parentheses, and the second one if there is one. */
    private static final Pattern SIZE = Pattern.compile("\\((\\d+)(?:,(\\d+))?\\)");

    private static final Pattern LABEL = Pattern.compile("'((?:[^']|'')*)'");
    private static final int MAX_LENGTH_SHOWN = 60;

    private Declaration() {}

    /** Returns a declaration of at most 60 characters, for messages. */
    public static String abbreviated(String type) {
        return type.length() > MAX_LENGTH_SHOWN ? type.substring(0, MAX_LENGTH_SHOWN) + "…" : type;
    }

    /** Returns the first number in parentheses, or {@code undeclared}. */
    public static int size(String declared, int undeclared) {
        Matcher size = SIZE.matcher(declared);
        return size.find() ? Integer.parseInt(size.group(1)) : undeclared;
    }

    /** Returns the declared number of decimals, such as 4 for FLOAT(7, 4), or −1. */
    static int decimals(String declared) {
        Matcher size = SIZE.matcher(declared.replace(" ", ""));
        return size.find() && size.group(2) != null ? Integer.parseInt(size.group(2)) : -1;
    }

    /** Returns whether numbers are unsigned. */
    public static boolean isUnsigned(String declared) {
        return declared.contains("unsigned");
    }

    /** Returns the labels of an ENUM or SET. */
    public static List<String> labels(String declared) {
        List<String> labels = new ArrayList<>();
        Matcher label = LABEL.matcher(declared);
        while (label.find()) {
            labels.add(label.group(1).replace("''", "'"));
        }
        return labels;
    }

    static @Nullable String difference(Column now, ImageType type) {
        return now.type() == type ? null : "it is a " + now.type();
    }

    /** Compares the number of fractional digits of a time. */
    static @Nullable String fractionDifference(String declared, Column now, ImageType type) {
        String other = difference(now, type);
        return other == null && now.scale() != size(declared, 0)
                ? "fractions of a second have " + now.scale() + " digits"
                : other;
    }

    /** Compares the number of bytes of the length before each value of a TEXT or BLOB. */
    static @Nullable String lengthDifference(Column now, int bytes) {
        return now.type() == ImageType.BLOB && -now.bytes() >= bytes
                ? null
                : "its type is " + now.type() + ", with " + -now.bytes() + " bytes for the length";
    }
}
