package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.sql.SQLException;
import java.util.List;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.TortureDatabase;

/** For every driver setting, memory returns what SQL returns, or the load is refused with the name of the setting. */
@Tag("oracle")
@Tag("database")
class ConnectorSettingsTest {
    private static final List<String> TABLES =
            List.of("integers", "decimals", "temporals", "unreadable_temporals", "texts", "binaries", "composite_keys");

    private static TortureDatabase database;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_settings");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "useServerPrepStmts=true",
                "useCursorFetch=true&defaultFetchSize=7",
                "useConfigs=maxPerformance",
                "yearIsDateType=false",
                "tinyInt1isBit=false",
                "tinyInt1isBit=true&transformedBitIsBoolean=true",
                "characterEncoding=latin1",
                "characterSetResults=latin1",
                "characterSetResults=null",
                "connectionCollation=utf8mb4_bin",
                "sessionVariables=sql_mode='ANSI_QUOTES'",
                "sessionVariables=sql_mode='PAD_CHAR_TO_FULL_LENGTH'",
                "sessionVariables=character_set_results=NULL",
                "emptyStringsConvertToZero=false",
                "jdbcCompliantTruncation=false",
                "noDatetimeStringSync=true",
                "treatMysqlDatetimeAsTimestamp=true",
                "databaseTerm=SCHEMA",
                "useInformationSchema=true",
            })
    void memoryReturnsWhatSqlReturns(String settings) {
        assertSame(settings);
    }

    /** Verifies time zones. In the last case the session's zone differs from the zones of the JVM and of the driver. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Stockholm, connectionTimeZone=LOCAL",
        "America/Sao_Paulo, connectionTimeZone=SERVER",
        "America/New_York, connectionTimeZone=Europe/Stockholm&useServerPrepStmts=true",
        "Asia/Tokyo, connectionTimeZone=%2B05:30&forceConnectionTimeZoneToSession=true",
        "Europe/Stockholm, connectionTimeZone=America/New_York&preserveInstants=false",
        "Pacific/Apia, serverTimezone=Asia/Tokyo",
        "Europe/London, sessionVariables=time_zone='%2B03:00'",
        "America/Sao_Paulo, connectionTimeZone=SERVER&useServerPrepStmts=true",
        "Pacific/Apia, serverTimezone=Asia/Tokyo&useServerPrepStmts=true",
        "Europe/London, sessionVariables=time_zone='%2B03:00'&useServerPrepStmts=true",
    })
    void timeZonesEqualThoseOfSql(String ofJvm, String settings) {
        TimeZone zone = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(ofJvm));
        try {
            assertSame(settings);
        } finally {
            TimeZone.setDefault(zone);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zeroDateTimeBehavior=CONVERT_TO_NULL",
                "zeroDateTimeBehavior=ROUND",
                "zeroDateTimeBehavior=CONVERT_TO_NULL&useServerPrepStmts=true",
                "zeroDateTimeBehavior=ROUND&useServerPrepStmts=true"
            })
    void zeroDatesEqualThoseOfSql(String settings) throws SQLException {
        database.execute("SET SESSION sql_mode = ''", """
                INSERT INTO unreadable_temporals (id, day, opt_day, clock, clock6, moment, opt_moment, stamp6, opt_stamp6)
                VALUES (1, '0000-00-00', '0000-00-00', '1:2:3', '1:2:3', '0000-00-00', '0000-00-00', 0, 0),
                       (2, '2024-02-29', NULL, '1:2:3', '1:2:3', '2024-02-29', NULL, '2024-02-29', NULL),
                       (3, '0000-00-00', '0000-00-00', '1:2:3', '1:2:3', '0000-00-00', '0000-00-00', 0, 0)""");
        try {
            assertSame(settings);
        } finally {
            database.execute("DELETE FROM unreadable_temporals");
        }
    }

    /**
     * Verifies settings that the load refuses. With them SQL returns only some rows, strings for bytes, or a name for a
     * value.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "maxRows=5",
                "blobsAreStrings=true",
                "emulateLocators=true",
                "sessionVariables=sql_select_limit=5"
            })
    void unsupportedSettingsAreRefusedByName(String settings) {
        Speedment memory = database.builder()
                .withConnectionUrl(url(settings))
                .withBundle(InMemoryBundle.class)
                .build();

        assertThatThrownBy(() -> memory.getOrThrow(DataStoreComponent.class).load())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("The connection is set to " + settings.replace("sessionVariables=", ""));
        memory.stop();
    }

    private static void assertSame(String settings) {
        Speedment sql = database.builder().withConnectionUrl(url(settings)).build();
        Speedment memory = database.builder()
                .withConnectionUrl(url(settings))
                .withBundle(InMemoryBundle.class)
                .build();
        try {
            memory.getOrThrow(DataStoreComponent.class).load();
            sql.getOrThrow(ManagerComponent.class).stream()
                    .filter(manager ->
                            TABLES.contains(manager.getTableIdentifier().getTableId()))
                    .forEach(manager -> assertSame(settings, manager, memory));
        } finally {
            memory.stop();
            sql.stop();
        }
    }

    @SuppressWarnings("unchecked") // both applications have the same managers
    private static <E> void assertSame(String settings, Manager<E> sql, Speedment memory) {
        Manager<E> manager = memory.getOrThrow(ManagerComponent.class).stream()
                .filter(other -> other.getTableIdentifier().equals(sql.getTableIdentifier()))
                .map(other -> (Manager<E>) other)
                .findAny()
                .orElseThrow();
        String place = manager.getTableIdentifier().getTableId() + " with " + settings;
        List<List<@Nullable Object>> expected = values(sql);
        List<List<@Nullable Object>> actual = values(manager);
        assertThat(actual).as(place).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            assertThat(actual.get(row)).as("%s, row %d", place, row).isEqualTo(expected.get(row));
        }
    }

    /** Returns the values of all rows, sorted by their text, as SQL guarantees no order. */
    private static <E> List<List<@Nullable Object>> values(Manager<E> manager) {
        List<Field<E>> fields = manager.fields().toList();
        return manager.stream()
                .map(entity -> ReadBack.values(fields, entity))
                .sorted((a, b) -> String.valueOf(a).compareTo(String.valueOf(b)))
                .toList();
    }

    private static String url(String settings) {
        String url = database.database().url(database.schema());
        return url + (url.contains("?") ? "&" : "?") + settings;
    }
}
