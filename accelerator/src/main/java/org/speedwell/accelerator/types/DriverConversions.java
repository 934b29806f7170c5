package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.ReconnectingConnection;

/**
 * Conversions that only the driver and the server know. The driver applies time zones, settings for zero dates and a
 * character set, which differ between drivers and versions. The server has conversion tables of character sets that
 * Java lacks.
 *
 * <p>This class reads each setting once, and the offsets of time zones for many values with one query. If no rule
 * covers a value, the class sends it to the server as a constant. It reads the answer with the getter that a load uses.
 * This needs no table and no privilege. The class caches the answers. Thread-safe.
 */
public final class DriverConversions implements AutoCloseable {
    /** The mark of a day without a common answer. The class then requests each value separately. */
    static final long NONE = Long.MIN_VALUE;

    private static final long UNKNOWN = Long.MAX_VALUE;

    /** The maximum number of single values in the cache. */
    private static final int KEPT = 1 << 14;

    private static final int YEARS = 10_000;
    private static final int MONTHS = 13;
    private static final int DAYS = 32;

    /** The start of a query that accepts invalid dates. The first comment is for MariaDB, the second for MySQL. */
    private static final String ANY_DATE = "/*M! SET STATEMENT sql_mode = 'ALLOW_INVALID_DATES' FOR */"
            + " SELECT /*+ SET_VAR(sql_mode = 'ALLOW_INVALID_DATES') */ ";

    private static final String ANY_SETTING = "SELECT ";
    private static final DateTimeFormatter DATE_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private final ReconnectingConnection server;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Question, Object> answers = new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Object> eldest) {
            return size() > KEPT;
        }
    };
    private final Map<Integer, CharacterSet> characterSets = new HashMap<>();
    private final Offsets dateTimes = new Offsets("DATETIME(6)", DriverConversions::dateTime);
    private final Offsets stamps = new Offsets("TIMESTAMP(6)", DriverConversions::moment);
    private final long[][] dates = new long[YEARS][];
    private long timeOffset = UNKNOWN;
    private @Nullable Boolean isFloatText;
    private @Nullable Boolean truncatesBits;
    private @Nullable Days days;
    private boolean isUtf8;

    private record Question(String type, String text, Class<?> databaseClass) {}

    /** The cached answer for a value that the driver refuses. */
    private record Refused(SQLException reason) {}

    /** The cached answer for a value that the driver converts to NULL. */
    private enum None {
        NULL
    }

    /**
     * Creates the conversions.
     *
     * @param connections a function that opens a connection like those of the load; {@link #close} closes it
     */
    public DriverConversions(ReconnectingConnection.Connector connections) {
        this.server = new ReconnectingConnection(connections, this::readSettings);
    }

    /** Reads the settings of a connection that determine the driver's conversions. */
    private void readSettings(Connection connection) throws SQLException {
        isUtf8 = CharacterSet.isUtf8(connection);
        days = Days.of(connection);
    }

    /** Closes the connection. No conversions are possible afterwards. */
    @Override
    public void close() {
        server.close();
    }

    /**
     * Returns the driver's object for a value; null if the driver returns NULL. The caller must not change it.
     *
     * @param type the type in SQL
     * @param text the text of the value in SQL
     * @throws SQLException if the driver refuses the value
     */
    @Nullable
    Object value(String type, String text, Class<?> databaseClass) throws SQLException, LoadException {
        return value(type, quoted(text), text, databaseClass);
    }

    /**
     * Returns the driver's object for a TIMESTAMP. As a text it would depend on the time zone of the connection, so
     * this method sends seconds.
     */
    @Nullable
    Object stamp(long second, long micros, int digits, Class<?> databaseClass) throws SQLException, LoadException {
        String moment = second + "."
                + String.valueOf(PackedTime.MICROS_OF_SECOND + micros).substring(1);
        // A zero timestamp does not represent a moment.
        String sql = second == 0 && micros == 0 ? quoted("0000-00-00 00:00:00") : "FROM_UNIXTIME(" + moment + ")";
        return value("TIMESTAMP(" + digits + ")", sql, moment, databaseClass);
    }

    private @Nullable Object value(String type, String sql, String text, Class<?> databaseClass)
            throws SQLException, LoadException {
        Question question = new Question(type, text, databaseClass);
        return kept(question, () -> values(type, List.of(sql), databaseClass).getFirst());
    }

    private interface Answer {
        Object get() throws LoadException;
    }

    private @Nullable Object kept(Question question, Answer answer) throws SQLException, LoadException {
        Object known;
        lock.lock();
        try {
            known = answers.get(question);
            if (known == null) {
                known = answer.get();
                answers.put(question, known);
            }
        } finally {
            lock.unlock();
        }
        return value(known);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /**
     * Returns the driver's objects for several SQL expressions. Each is the value itself, {@link None} or
     * {@link Refused}.
     */
    private List<Object> values(String type, List<String> sql, Class<?> databaseClass) throws LoadException {
        ValueReader reader = ValueReader.of(databaseClass);
        boolean isTemporal = type.startsWith("DATE") || type.startsWith("TIME");
        String query = (isTemporal ? ANY_DATE : ANY_SETTING) + "v, n, v IS NULL FROM JSON_TABLE(CONCAT('[\"', "
                + String.join(", '\",\"', ", sql)
                + ", '\"]'), '$[*]' COLUMNS (n FOR ORDINALITY, v " + type + " PATH '$')) AS t";
        return server.ask(connection -> {
            Object[] values = new Object[sql.size()];
            // A load uses prepared statements, too.
            try (PreparedStatement statement = connection.prepareStatement(query);
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    int place = rows.getInt(2) - 1;
                    if (rows.getInt(3) != 0) {
                        throw new LoadException("The database rejects " + sql.get(place) + " as a value of type " + type
                                + ", although the binlog contains it. Reload the table.");
                    }
                    values[place] = read(reader, rows);
                }
            }
            return List.of(values);
        });
    }

    private static Object read(ValueReader reader, ResultSet rows) {
        try {
            Object value = reader.read(rows, 1);
            return value == null ? None.NULL : value;
        } catch (SQLException e) {
            return new Refused(e);
        }
    }

    /**
     * Returns the microseconds to add to the local time of a DATETIME to get microseconds since the epoch. Returns
     * {@link #NONE} if only the driver can convert the value.
     *
     * @param day a day of {@link Days}
     * @param ofDay the microseconds since midnight
     */
    long dateTimeOffset(int day, long ofDay) throws LoadException {
        return dateTimes.at(day, ofDay);
    }

    /** Returns the same offset for a TIMESTAMP, whose day is in UTC. */
    long stampOffset(int day, long ofDay) throws LoadException {
        return stamps.at(day, ofDay);
    }

    /**
     * Returns the SQL of a local time.
     *
     * @param micros the time in microseconds
     */
    private static String dateTime(long micros) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                micros / PackedTime.MICROS_OF_SECOND,
                (int) (micros % PackedTime.MICROS_OF_SECOND) * 1_000,
                ZoneOffset.UTC);
        return quoted(DATE_TIME.format(time));
    }

    /**
     * Returns the SQL of a moment.
     *
     * @param micros the microseconds since the epoch
     */
    private static String moment(long micros) {
        return "FROM_UNIXTIME(" + BigDecimal.valueOf(micros, 6) + ")";
    }

    /**
     * The offsets of the values of one type. One query reads the offsets of all days of a year on which no time zone
     * changes its offset. Every other day needs a query of its own, and so does every day if the name of a time zone is
     * unknown. Such a query reads the offsets of all quarters of an hour, because zones change their offsets between
     * quarters.
     */
    private final class Offsets {
        private static final int QUARTERS = 96;
        private static final long QUARTER = PackedTime.MICROS_OF_DAY / QUARTERS;

        private final String type;
        private final LongFunction<String> sql;
        private final long[] ofDays = new long[Days.COUNT];
        private final long[] @Nullable [] ofQuarters = new long[Days.COUNT][];

        /**
         * Creates the offsets of a type.
         *
         * @param sql a function from microseconds to the SQL of the value with that day and time
         */
        Offsets(String type, LongFunction<String> sql) {
            this.type = type;
            this.sql = sql;
            Arrays.fill(ofDays, UNKNOWN);
        }

        long at(int day, long ofDay) throws LoadException {
            if (ofDays[day] == UNKNOWN) {
                probeYear(day);
            }
            if (ofDays[day] != NONE) {
                return ofDays[day];
            }
            long[] known = ofQuarters[day];
            if (known == null) {
                known = quarters(day);
                ofQuarters[day] = known;
            }
            return known[(int) (ofDay / QUARTER)];
        }

        private void probeYear(int day) throws LoadException {
            LocalDate first = LocalDate.ofEpochDay(Days.FIRST + day).withDayOfYear(1);
            int from = (int) (first.toEpochDay() - Days.FIRST);
            server.ask(connection -> {
                Days known = days == null ? Days.of(connection) : days;
                int[] quiet = IntStream.range(from, from + first.lengthOfYear())
                        .filter(known::isQuiet)
                        .toArray();
                long[] noons = Arrays.stream(quiet)
                        .mapToLong(i -> Days.micros(i) + PackedTime.MICROS_OF_DAY / 2)
                        .toArray();
                long[] offsets = offsets(noons);
                Arrays.fill(ofDays, from, from + first.lengthOfYear(), NONE);
                for (int i = 0; i < quiet.length; i++) {
                    ofDays[quiet[i]] = offsets[i];
                }
                return offsets;
            });
        }

        /**
         * Requests the first and the last microsecond of each quarter of an hour. A quarter has one offset if both have
         * the same.
         */
        private long[] quarters(int day) throws LoadException {
            long[] ends = new long[2 * QUARTERS];
            for (int i = 0; i < QUARTERS; i++) {
                ends[2 * i] = Days.micros(day) + i * QUARTER;
                ends[2 * i + 1] = ends[2 * i] + QUARTER - 1;
            }
            long[] offsets = offsets(ends);
            long[] quarters = new long[QUARTERS];
            Arrays.setAll(quarters, i -> offsets[2 * i] == offsets[2 * i + 1] ? offsets[2 * i] : NONE);
            return quarters;
        }

        private long[] offsets(long[] micros) throws LoadException {
            if (micros.length == 0) {
                return micros;
            }
            List<Object> values =
                    values(type, Arrays.stream(micros).mapToObj(sql).toList(), Timestamp.class);
            long[] offsets = new long[micros.length];
            Arrays.setAll(offsets, i -> values.get(i) instanceof Timestamp value ? micros(value) - micros[i] : NONE);
            return offsets;
        }
    }

    private static long micros(Timestamp value) {
        return Math.floorDiv(value.getTime(), 1_000L) * PackedTime.MICROS_OF_SECOND + value.getNanos() / 1_000;
    }

    /**
     * Returns the milliseconds of the Date that the driver creates for a day; {@link #NONE} if only the driver can
     * convert the value.
     */
    long date(int year, int month, int day) throws LoadException {
        if (year >= YEARS || month >= MONTHS) {
            return NONE;
        }
        long[] ofYear = dates[year];
        if (ofYear == null) {
            ofYear = dates(year);
            dates[year] = ofYear;
        }
        return ofYear[month * DAYS + day];
    }

    /** Requests all days of a year with one query. Dates that do not exist stay unknown. */
    private long[] dates(int year) throws LoadException {
        long[] ofYear = new long[MONTHS * DAYS];
        Arrays.fill(ofYear, NONE);
        if (year > 0) {
            LocalDate first = LocalDate.of(year, 1, 1);
            List<LocalDate> days = first.datesUntil(first.plusYears(1)).toList();
            List<String> sql = days.stream().map(day -> quoted(day.toString())).toList();
            List<Object> values = values("DATE", sql, Date.class);
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) instanceof Date date) {
                    ofYear[days.get(i).getMonthValue() * DAYS + days.get(i).getDayOfMonth()] = date.getTime();
                }
            }
        }
        return ofYear;
    }

    /**
     * Returns the milliseconds to add to a TIME from 00:00:00 to 23:59:59.999999 to get the driver's {@code Time}.
     * Returns {@link #NONE} if the offset changes during the day, or the driver does not truncate to milliseconds.
     */
    long timeOffset() throws LoadException {
        if (timeOffset == UNKNOWN) {
            List<Long> times = new ArrayList<>();
            for (int hour = 0; hour < 24; hour++) {
                times.add((hour * 3_600L + 1_799) * PackedTime.MICROS_OF_SECOND + 999_999);
                times.add(hour * 3_600L * PackedTime.MICROS_OF_SECOND);
            }
            List<Object> values = values(
                    "TIME(6)",
                    times.stream()
                            .map(time -> quoted(PackedTime.timeText(time, 6)))
                            .toList(),
                    Time.class);
            long offset = UNKNOWN;
            for (int i = 0; i < values.size(); i++) {
                long ofOne = values.get(i) instanceof Time time ? time.getTime() - times.get(i) / 1_000 : NONE;
                offset = offset == UNKNOWN || offset == ofOne ? ofOne : NONE;
                if (offset == NONE) {
                    break;
                }
            }
            timeOffset = offset;
        }
        return timeOffset;
    }

    /**
     * Returns whether the driver reads a FLOAT from the server's text of six digits. Drivers do so if they do not
     * prepare statements on the server.
     */
    boolean isFloatText() throws LoadException {
        Boolean known = isFloatText;
        if (known == null) {
            known = values("FLOAT", List.of(quoted("0.1")), Double.class)
                    .getFirst()
                    .equals(0.1);
            isFloatText = known;
        }
        return known;
    }

    /**
     * Returns whether the driver drops the upper bits of a number that is too large for the class, instead of refusing
     * the number.
     */
    boolean truncatesBits() throws LoadException {
        Boolean known = truncatesBits;
        if (known == null) {
            known = !(values("SMALLINT", List.of(quoted("200")), Byte.class).getFirst() instanceof Refused);
            truncatesBits = known;
        }
        return known;
    }

    /** Returns whether the driver receives a CHAR with all its trailing spaces. */
    boolean isPadded() throws LoadException {
        return values("CHAR(2)", List.of(quoted("a")), String.class).getFirst().equals("a ");
    }

    /** Returns the character set of a collation. */
    CharacterSet characterSet(int collation) throws LoadException {
        lock.lock();
        try {
            CharacterSet known = characterSets.get(collation);
            if (known == null) {
                known = server.ask(connection -> characterSet(connection, collation));
                characterSets.put(collation, known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private CharacterSet characterSet(Connection connection, int collation) throws SQLException, LoadException {
        if (collation == RowFormat.BINARY) {
            return new CharacterSet("binary", 1, false, this);
        }
        // MariaDB lists some collations only in the second table, once for each character set.
        List<String> sources = List.of("COLLATIONS", "COLLATION_CHARACTER_SET_APPLICABILITY");
        for (String source : sources) {
            try (Statement statement = connection.createStatement();
                    ResultSet row =
                            statement.executeQuery("SELECT s.CHARACTER_SET_NAME, s.MAXLEN FROM information_schema."
                                    + source + " c JOIN information_schema.CHARACTER_SETS s"
                                    + " ON s.CHARACTER_SET_NAME = c.CHARACTER_SET_NAME WHERE c.ID = " + collation)) {
                if (row.next()) {
                    return new CharacterSet(row.getString(1), row.getInt(2), isUtf8, this);
                }
            } catch (SQLException e) {
                if (source.equals(sources.getFirst()) || !LoadConnection.isUsable(connection)) {
                    throw e;
                } // MySQL has no ID there
            }
        }
        throw new LoadException("The binlog names the collation number " + collation
                + ", which the database does not know. Reload the table.");
    }

    /** Returns whether the driver reads JSON in UTF-8. With some settings it does not. */
    boolean isJsonUtf8() throws LoadException {
        byte[] sample = "\"é😀\"".getBytes(StandardCharsets.UTF_8);
        return single(jsonQuery(sample), String.class).equals(new String(sample, StandardCharsets.UTF_8));
    }

    /** Returns the driver's string for a JSON document in UTF-8. */
    @Nullable
    Object json(byte[] utf8) throws SQLException, LoadException {
        return value(single(jsonQuery(utf8), String.class));
    }

    private static String jsonQuery(byte[] utf8) {
        return "SELECT v FROM JSON_TABLE(CONVERT(x'5B" + HexFormat.of().formatHex(utf8)
                + "5D' USING utf8mb4), '$[*]' COLUMNS (v JSON PATH '$')) AS t"; // in brackets: an array of it
    }

    /** Returns the string of a text in a character set, independently of the driver. */
    String utf8(CharacterSet characters, byte[] text) throws LoadException {
        String query = "SELECT HEX(CONVERT(CONVERT(x'" + HexFormat.of().formatHex(text) + "' USING " + characters.name()
                + ") USING utf8mb4))";
        Object hex = single(query, String.class);
        return hex instanceof String digits ? new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8) : "";
    }

    /** Returns the bytes of a text in a character set. */
    byte[] bytes(CharacterSet characters, String text) throws LoadException {
        String query = "SELECT HEX(CONVERT(CONVERT(x'"
                + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4) USING "
                + characters.name() + "))";
        Object hex = single(query, String.class);
        return hex instanceof String digits ? HexFormat.of().parseHex(digits) : new byte[0];
    }

    /** Returns the driver's object for a text in a character set, read with the getter of a class. */
    @Nullable
    Object text(String characterSet, byte[] text, Class<?> databaseClass) throws SQLException, LoadException {
        String hex = HexFormat.of().formatHex(text);
        String query = "SELECT CONVERT(x'" + hex + "' USING " + characterSet + ")";
        Answer answer = () -> single(query, databaseClass);
        boolean isKept = databaseClass == String.class && text.length < 256;
        if (isKept) {
            return kept(new Question(characterSet, hex, databaseClass), answer);
        }
        return value(answer.get());
    }

    private static @Nullable Object value(Object answer) throws SQLException {
        if (answer instanceof Refused refused) {
            throw refused.reason();
        }
        return answer == None.NULL ? null : answer;
    }

    /** Returns the driver's object for the one value of a query: the value itself, {@link None} or {@link Refused}. */
    private Object single(String query, Class<?> databaseClass) throws LoadException {
        ValueReader reader = ValueReader.of(databaseClass);
        return server.ask(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(query);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                return read(reader, row);
            }
        });
    }
}
