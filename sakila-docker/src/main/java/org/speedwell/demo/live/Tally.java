package org.speedwell.demo.live;

import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.LongField;
import org.speedwell.accelerator.table.TableSchema;

/** A row of a live view: how much there was of one thing in one window. */
public final class Tally {
    static final TableSchema<Tally> SCHEMA = TableSchema.of("tally", Tally::new);

    /** The id of the thing: a store, a film, a category. */
    public static final IntField<Tally, Integer> ID = SCHEMA.intField("id", Tally::getId, Tally::setId);

    /** Cents, or rentals. */
    public static final LongField<Tally, Long> AMOUNT = SCHEMA.longField("amount", Tally::getAmount, Tally::setAmount);

    /** When the window ended, in milliseconds since 1970. */
    public static final LongField<Tally, Long> END = SCHEMA.longField("end", Tally::getEnd, Tally::setEnd);

    private int id;
    private long amount;
    private long end;

    Tally() {}

    Tally(long id, long amount, long end) {
        this.id = Math.toIntExact(id);
        this.amount = amount;
        this.end = end;
    }

    public int getId() {
        return id;
    }

    public void setId(int id) {
        this.id = id;
    }

    public long getAmount() {
        return amount;
    }

    public void setAmount(long amount) {
        this.amount = amount;
    }

    public long getEnd() {
        return end;
    }

    public void setEnd(long end) {
        this.end = end;
    }
}
