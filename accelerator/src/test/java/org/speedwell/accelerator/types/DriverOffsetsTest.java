package org.speedwell.accelerator.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.schema.Database;

/** The offsets of time zones that the driver applies to values. Finding them takes few queries. */
@Tag("oracle")
@Tag("database")
class DriverOffsetsTest {
    private static final long MINUTE = 60_000_000L;

    private final TimeZone zone = TimeZone.getDefault();
    private final AtomicInteger queries = new AtomicInteger();

    @AfterEach
    void restoreZone() {
        TimeZone.setDefault(zone);
    }

    /**
     * Compares the offsets with the driver. The last case sets a user variable with the name of the driver's setting,
     * so that a zone with an unknown name may apply.
     */
    @ParameterizedTest
    @CsvSource({
        "Europe/Stockholm, 2024-03-31, connectionTimeZone=LOCAL",
        "Europe/Stockholm, 2024-10-27, connectionTimeZone=LOCAL",
        "America/St_Johns, 1990-04-01, connectionTimeZone=LOCAL",
        "Australia/Lord_Howe, 2024-10-06, connectionTimeZone=%2B05:45",
        "Europe/London, 2024-10-27, connectionTimeZone=America/New_York",
        "Europe/London, 2024-06-01, sessionVariables=@connectionTimeZone='Made/Up'",
    })
    void eachMinuteHasTheOffsetOfTheDriver(String ofJvm, LocalDate date, String settings) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone(ofJvm));
        int day = Days.of(date.getYear(), date.getMonthValue(), date.getDayOfMonth());
        try (DriverConversions driver = conversions(settings)) {
            int known = 0;
            for (int around = day - 2; around <= day + 2; around++) {
                for (long ofDay = MINUTE - 1; ofDay < PackedTime.MICROS_OF_DAY; ofDay += MINUTE) {
                    known += driver.dateTimeOffset(around, ofDay) == DriverConversions.NONE ? 0 : 1;
                    known += driver.stampOffset(around, ofDay) == DriverConversions.NONE ? 0 : 1;
                }
            }
            assertThat(known).as("but for local times that clocks jump over").isGreaterThan(2 * (5 * 1_440 - 120));
            assertThat(queries).hasValueLessThanOrEqualTo(2 + 2 * 5);
            for (long ofDay = 7 * MINUTE + 1_234; ofDay < PackedTime.MICROS_OF_DAY; ofDay += 13 * MINUTE) {
                long micros = Days.micros(day) + ofDay;
                long dateTime = driver.dateTimeOffset(day, ofDay);
                long second = micros / 1_000_000;
                if (dateTime != DriverConversions.NONE) {
                    String text = PackedTime.format(
                            "%s %02d:%02d:%02d.%06d",
                            date, ofDay / (60 * MINUTE), ofDay / MINUTE % 60, second % 60, micros % 1_000_000);
                    assertThat(driver.value("DATETIME(6)", text, Timestamp.class))
                            .isEqualTo(timestamp(micros + dateTime));
                }
                long stamp = driver.stampOffset(day, ofDay);
                if (stamp != DriverConversions.NONE) {
                    assertThat(driver.stamp(second, micros % 1_000_000, 6, Timestamp.class))
                            .isEqualTo(timestamp(micros + stamp));
                }
            }
        }
    }

    private static Timestamp timestamp(long micros) {
        Timestamp value = new Timestamp(micros / 1_000_000 * 1_000);
        value.setNanos((int) (micros % 1_000_000) * 1_000);
        return value;
    }

    private DriverConversions conversions(String settings) {
        Database database = Database.forTests();
        String url = database.url("information_schema");
        String with = url + (url.contains("?") ? "&" : "?") + settings;
        return new DriverConversions(() -> new LoadConnections(Duration.ofMinutes(1)).open("the tests", () -> {
            try {
                return counted(DriverManager.getConnection(with, database.user(), database.password()));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    private Connection counted(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        queries.incrementAndGet();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
