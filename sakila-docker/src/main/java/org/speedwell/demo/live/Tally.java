package org.speedwell.demo.live;

import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.LongField;
import org.speedwell.accelerator.table.TableSchema;

/** A row of a live view: the amount of one item in one window. */
public final class Tally {
    static final TableSchema<Tally> SCHEMA = TableSchema.of("tally", Tally::new);

    /** The id of the item: a store, a film or a category. */
    public static final IntField<Tally, Integer> ID = SCHEMA.intField("id", Tally::getId, Tally::setId);

    /** The amount: cents or rentals. */
    public static final LongField<Tally, Long> AMOUNT = SCHEMA.longField("amount", Tally::getAmount, Tally::setAmount);

    /** The end of the window in milliseconds since 1970. */
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
