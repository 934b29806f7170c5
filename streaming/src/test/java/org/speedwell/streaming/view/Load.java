package org.speedwell.streaming.view;

import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import org.speedwell.accelerator.table.TableSchema;

/** A row of a view, written as users write it. */
public final class Load {
    public static final TableSchema<Load> SCHEMA = TableSchema.of("load", Load::new);
    public static final LongField<Load, Long> SENSOR = SCHEMA.longField("sensor", Load::getSensor, Load::setSensor);
    public static final LongField<Load, Long> END = SCHEMA.longField("end", Load::getEnd, Load::setEnd);
    public static final IntField<Load, Integer> COUNT = SCHEMA.intField("count", Load::getCount, Load::setCount);
    public static final DoubleField<Load, Double> MEAN = SCHEMA.doubleField("mean", Load::getMean, Load::setMean);
    public static final StringField<Load, String> NAME = SCHEMA.stringField("name", Load::getName, Load::setName);

    private long sensor;
    private long end;
    private int count;
    private double mean;
    private String name = "";

    public Load() {}

    public Load(long sensor, long end, double mean) {
        this(sensor, end, 0, mean);
    }

    public Load(long sensor, long end, int count, double mean) {
        this.sensor = sensor;
        this.end = end;
        this.count = count;
        this.mean = mean;
        this.name = "sensor " + sensor;
    }

    public long getSensor() {
        return sensor;
    }

    public void setSensor(long sensor) {
        this.sensor = sensor;
    }

    public long getEnd() {
        return end;
    }

    public void setEnd(long end) {
        this.end = end;
    }

    public int getCount() {
        return count;
    }

    public void setCount(int count) {
        this.count = count;
    }

    public double getMean() {
        return mean;
    }

    public void setMean(double mean) {
        this.mean = mean;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Load load && toString().equals(load.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return sensor + " " + end + " " + count + " " + mean + " " + name;
    }
}
