package org.speedwell.accelerator.types;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/**
 * In what a column of the binlog is no longer that of a load, as far as values are others. Columns may have become longer, and
 * have got labels behind those that they had.
 */
final class TableDifferences {
    /** The first number in brackets, and the second if there is one. */
    private static final Pattern SIZE = Pattern.compile("\\((\\d+)(?:,(\\d+))?\\)");

    private static final Pattern LABEL = Pattern.compile("'((?:[^']|'')*)'");

    /** The digits of decimals that are kept as numbers; those of more are kept otherwise. */
    private static final int LONG_DIGITS = Decimals.MAX_LONG;

    private final ServerValues server;

    TableDifferences(ServerValues server) {
        this.server = server;
    }

    /** Null if there is none. */
    @Nullable
    String of(DatabaseColumn loaded, Column now) throws LoadException {
        MySqlType type = loaded.type().orElseThrow();
        String declared = loaded.columnType();
        String is = "is no longer " + abbreviated(declared);
        String difference = switch (type) {
            case TINYINT -> whole(now, declared, ImageType.TINY, 1);
            case SMALLINT -> whole(now, declared, ImageType.SHORT, 2);
            case MEDIUMINT -> whole(now, declared, ImageType.INT24, 3);
            case INT -> whole(now, declared, ImageType.LONG, 4);
            case BIGINT -> whole(now, declared, ImageType.LONGLONG, 8);
            case YEAR -> type(now, ImageType.YEAR);
            case FLOAT -> type(now, ImageType.FLOAT);
            case DOUBLE -> type(now, ImageType.DOUBLE);
            case BIT -> bits(now, declared);
            case DECIMAL -> decimal(now, loaded, declared);
            case CHAR -> text(now, loaded, ImageType.STRING);
            case VARCHAR -> text(now, loaded, ImageType.VARCHAR);
            case TINYTEXT -> text(now, loaded, 1);
            case TEXT -> text(now, loaded, 2);
            case MEDIUMTEXT -> text(now, loaded, 3);
            case LONGTEXT -> text(now, loaded, 4);
            case ENUM -> labels(now, loaded, ImageType.ENUM);
            case SET -> labels(now, loaded, ImageType.SET);
            case JSON -> type(now, ImageType.JSON);
            case UUID, INET6 -> fixed(now, 16);
            case INET4 -> fixed(now, 4);
            case BINARY -> binary(now, declared, ImageType.STRING);
            case VARBINARY -> binary(now, declared, ImageType.VARCHAR);
            case TINYBLOB -> blob(now, 1);
            case BLOB -> blob(now, 2);
            case MEDIUMBLOB -> blob(now, 3);
            case LONGBLOB -> blob(now, 4);
            case VECTOR -> type(now, ImageType.VECTOR);
            case GEOMETRY -> type(now, ImageType.GEOMETRY);
            case DATE -> type(now, ImageType.DATE);
            case TIME -> fraction(now, declared, ImageType.TIME2);
            case DATETIME -> fraction(now, declared, ImageType.DATETIME2);
            case TIMESTAMP -> fraction(now, declared, ImageType.TIMESTAMP2);
        };
        return difference == null ? null : is + ": " + difference;
    }

    private static String abbreviated(String type) {
        return type.length() > 60 ? type.substring(0, 60) + "…" : type;
    }

    private static @Nullable String type(Column now, ImageType type) {
        return now.type() == type ? null : "it is a " + now.type();
    }

    private static @Nullable String whole(Column now, String declared, ImageType type, int bytes) {
        boolean isWhole = switch (now.type()) {
            case TINY, SHORT, INT24, LONG, LONGLONG -> true;
            default -> false;
        };
        if (!isWhole || now.bytes() < bytes) {
            return type(now, type);
        }
        return now.unsigned() == declared.contains("unsigned")
                ? null
                : "it is " + (now.unsigned() ? "" : "not ") + "UNSIGNED";
    }

    private static @Nullable String bits(Column now, String declared) {
        String type = type(now, ImageType.BIT);
        return type == null && now.length() != size(declared, 1) ? "it has " + now.length() + " bits" : type;
    }

    private static @Nullable String decimal(Column now, DatabaseColumn loaded, String declared) {
        if (now.type() != ImageType.NEWDECIMAL) {
            return type(now, ImageType.NEWDECIMAL);
        }
        boolean isWider = now.length() >= loaded.precision()
                && (now.length() > LONG_DIGITS) == (loaded.precision() > LONG_DIGITS);
        return isWider && now.scale() == loaded.scale() && now.unsigned() == declared.contains("unsigned")
                ? null
                : "it is a DECIMAL(" + now.length() + ", " + now.scale() + ")" + (now.unsigned() ? " UNSIGNED" : "");
    }

    /** TEXT and its kin, by the bytes of their lengths. */
    private @Nullable String text(Column now, DatabaseColumn loaded, int bytes) throws LoadException {
        if (now.type() != ImageType.BLOB || -now.bytes() < bytes) {
            return "it is a " + now.type() + " with lengths of " + -now.bytes() + " bytes";
        }
        return characters(now, loaded);
    }

    /** Whether an older one is shorter in bytes tells nothing where character sets differ. */
    private @Nullable String text(Column now, DatabaseColumn loaded, ImageType type) throws LoadException {
        String other = type(now, type) == null ? characters(now, loaded) : type(now, type);
        if (other != null) {
            return other;
        }
        int length = now.length() / server.characterSet(now.collation()).longest();
        return length < size(loaded.columnType(), 1) ? "it has a length of " + length : null;
    }

    private @Nullable String characters(Column now, DatabaseColumn loaded) throws LoadException {
        String set = server.characterSet(now.collation()).name();
        return set.equalsIgnoreCase(loaded.characterSet()) ? null : "its character set is " + set;
    }

    private @Nullable String labels(Column now, DatabaseColumn loaded, ImageType type) throws LoadException {
        if (now.type() != type) {
            return type(now, type);
        }
        CharacterSet characters = server.characterSet(now.collation());
        List<String> labels = new ArrayList<>();
        for (byte[] label : now.labels()) {
            labels.add(server.utf8(characters, label));
        }
        List<String> before = new ArrayList<>();
        Matcher label = LABEL.matcher(loaded.columnType());
        while (label.find()) {
            before.add(label.group(1).replace("''", "'"));
        }
        boolean isLonger = before.size() <= labels.size()
                && before.equals(labels.subList(0, before.size()))
                && (type == ImageType.ENUM || setBytes(before.size()) <= now.bytes());
        return isLonger ? null : "its values are " + abbreviated(String.join(", ", labels));
    }

    private static int setBytes(int labels) {
        int bytes = (labels + 7) / 8;
        return bytes > 4 ? 8 : bytes;
    }

    private static @Nullable String fixed(Column now, int bytes) {
        return now.type() == ImageType.STRING && now.length() == bytes ? null : "it is a " + now.type();
    }

    private static @Nullable String binary(Column now, String declared, ImageType type) {
        if (now.type() != type || now.collation() != RowFormat.BINARY) {
            return "it is " + (now.collation() == RowFormat.BINARY ? "a " + now.type() : "text");
        }
        int length = size(declared, 1);
        boolean isSame = type == ImageType.STRING ? now.length() == length : now.length() >= length;
        return isSame ? null : "it has a length of " + now.length();
    }

    private static @Nullable String blob(Column now, int bytes) {
        if (now.type() == ImageType.BLOB && now.collation() != RowFormat.BINARY) {
            return "it is text";
        }
        return now.type() == ImageType.BLOB && -now.bytes() >= bytes
                ? null
                : "it is a " + now.type() + " with lengths of " + -now.bytes() + " bytes";
    }

    private static @Nullable String fraction(Column now, String declared, ImageType type) {
        String other = type(now, type);
        return other == null && now.scale() != size(declared, 0)
                ? "fractions of a second have " + now.scale() + " digits"
                : other;
    }

    private static int size(String declared, int undeclared) {
        Matcher size = SIZE.matcher(declared);
        return size.find() ? Integer.parseInt(size.group(1)) : undeclared;
    }
}
