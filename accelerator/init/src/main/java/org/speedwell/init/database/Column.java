package org.speedwell.init.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.speedwell.accelerator.builder.MySqlType;

/**
 * A column of a table or view.
 *
 * @param dataType the name of the type, as in {@code int}
 * @param columnType the complete type, as in {@code int(10) unsigned}
 * @param precision the digits of a number, or the bits of a BIT; 0 for other types
 * @param scale the digits after the decimal point
 * @param extra the column EXTRA of {@code information_schema}, such as {@code auto_increment} or
 * {@code VIRTUAL GENERATED}
 */
public record Column(
        String name, String dataType, String columnType, int precision, int scale, boolean nullable, String extra) {
    private static final Pattern CONSTANT = Pattern.compile("'((?:[^']|'')*)'");

    /** Returns the type. Empty for a type that the accelerator cannot load. */
    public Optional<MySqlType> type() {
        return MySqlType.of(dataType);
    }

    public boolean isUnsigned() {
        return columnType.toLowerCase(Locale.ROOT).contains("unsigned");
    }

    /** Returns whether the type is TINYINT(1), the type of a column that is declared as BOOLEAN. */
    public boolean isFlag() {
        return columnType.equalsIgnoreCase("tinyint(1)");
    }

    public boolean isAutoIncrement() {
        return extraContains("auto_increment");
    }

    /**
     * Returns whether the server computes the value. MySQL reports {@code DEFAULT_GENERATED} for a column whose default
     * is an expression. Such a column is not generated.
     */
    public boolean isGenerated() {
        return extraContains("virtual") || extraContains("stored generated") || extraContains("persistent");
    }

    public boolean isInvisible() {
        return extraContains("invisible");
    }

    private boolean extraContains(String word) {
        return extra.toLowerCase(Locale.ROOT).contains(word);
    }

    /** Returns the constants of an ENUM, in the order of their numbers. Empty for other types. */
    public List<String> constants() {
        List<String> constants = new ArrayList<>();
        if (type().filter(MySqlType.ENUM::equals).isPresent()) {
            Matcher each = CONSTANT.matcher(columnType);
            while (each.find()) {
                constants.add(each.group(1).replace("''", "'"));
            }
        }
        return constants;
    }
}
