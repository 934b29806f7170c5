package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import java.util.TimeZone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Points in time become the local dates and times that {@code java.sql} shows, in zones with and without summer time. */
@Tag("unit")
class JvmZoneTest {
    private static final int VALUES = 20_000;

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu", "GMT-12"})
    void localTimesAreThoseOfJavaSql(String name) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(name));
        try {
            JvmZone zone = new JvmZone();
            assertThat(zone.isUtc()).isEqualTo(name.equals("UTC"));
            SplittableRandom random = new SplittableRandom(20_261_129L);
            for (int i = 0; i < VALUES; i++) {
                long second = i % 3 == 0
                        ? random.nextLong(-30_000_000_000L, 250_000_000_000L) // years 1019 to 9892
                        : random.nextLong(1_500_000_000L, 1_800_000_000L);
                long micros = second * 1_000_000 + random.nextInt(1_000_000);
                Timestamp time = new Timestamp(second * 1_000);
                time.setNanos((int) Math.floorMod(micros, 1_000_000L) * 1_000);
                assertThat(local(zone.timestamp(micros)))
                        .as(name + ", " + micros)
                        .isEqualTo(time.toLocalDateTime());
                assertThat(zone.date(second * 1_000))
                        .as(name + ", " + second)
                        .isEqualTo(new Date(second * 1_000).toLocalDate().toEpochDay());
                long ofDay = random.nextInt(86_400) * 1_000L;
                assertThat(zone.time(ofDay))
                        .isEqualTo(new Time(ofDay).toLocalTime().toNanoOfDay() / 1_000_000);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private static LocalDateTime local(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1_000, ZoneOffset.UTC);
    }
}
