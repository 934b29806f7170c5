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
 * @param dataType as {@code int}
 * @param columnType as {@code int(10) unsigned}
 * @param precision of a number, in digits or, of a BIT, in bits; 0 of other types
 * @param scale digits behind the point
 * @param extra what {@code information_schema} tells beside it, as {@code auto_increment} or {@code VIRTUAL GENERATED}
 */
public record Column(
        String name, String dataType, String columnType, int precision, int scale, boolean nullable, String extra) {
    private static final Pattern CONSTANT = Pattern.compile("'((?:[^']|'')*)'");

    /** Empty for a type that the accelerator cannot load. */
    public Optional<MySqlType> type() {
        return MySqlType.of(dataType);
    }

    public boolean isUnsigned() {
        return columnType.toLowerCase(Locale.ROOT).contains("unsigned");
    }

    public boolean isAutoIncrement() {
        return tells("auto_increment");
    }

    /** Whether the server computes it. MySQL says {@code DEFAULT_GENERATED} of what merely has an expression as default. */
    public boolean isGenerated() {
        return tells("virtual") || tells("stored generated") || tells("persistent");
    }

    public boolean isInvisible() {
        return tells("invisible");
    }

    private boolean tells(String word) {
        return extra.toLowerCase(Locale.ROOT).contains(word);
    }

    /** The constants of an ENUM, in the order of their numbers; of other types none. */
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
