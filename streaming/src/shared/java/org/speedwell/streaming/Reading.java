package org.speedwell.streaming;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A measurement of a sensor. The streaming tests use it as their event. */
public record Reading(long sensor, long time, long value) implements Serializable {

    /** Creates readings of a few sensors, in bursts and out of order. Some follow a pause of up to many years. */
    public static List<Reading> random(RandomGenerator random, int count, int sensors) {
        List<Reading> readings = new ArrayList<>();
        long now = random.nextLong(-1000, 1000);
        int disorder = random.nextInt(1, 200);
        for (int i = 0; i < count; i++) {
            now += random.nextInt(4);
            if (random.nextInt(300) == 0) {
                now += random.nextLong(1L << random.nextInt(1, 42));
            }
            long time = now - (random.nextInt(3) == 0 ? random.nextInt(disorder) : 0);
            readings.add(new Reading(random.nextInt(sensors), time, random.nextInt(-100, 100)));
        }
        return readings;
    }
}
