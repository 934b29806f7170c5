package org.speedwell.hazelcast;

import com.speedment.runtime.field.IntField;
import java.util.Base64;
import org.speedwell.accelerator.table.TableSchema;

/**
 * The result of one part as a row, so that the engine maintains the merged result as a query over rows.
 *
 * @param number the number of the part, from 0
 * @param answer the bytes of the result in Base64; empty if it failed
 * @param failure why the question failed; empty if it did not
 */
record PartRow(int number, String answer, String failure) {
    static final TableSchema<PartRow> SCHEMA = TableSchema.ofRecord(PartRow.class);
    static final IntField<PartRow, Integer> NUMBER = SCHEMA.intField("number", PartRow::number);

    static {
        SCHEMA.stringField("answer", PartRow::answer);
        SCHEMA.stringField("failure", PartRow::failure);
    }

    static PartRow of(PartResult result) {
        int number = result.part().number();
        return switch (result.answer()) {
            case PartAnswer.Known known ->
                new PartRow(number, Base64.getEncoder().encodeToString(known.value()), "");
            case PartAnswer.Failed failed -> new PartRow(number, "", failed.reason());
            case PartAnswer.NotHeld _ -> new PartRow(number, "", "its member now holds another part");
            case null -> throw new IllegalArgumentException("The result has no answer.");
        };
    }

    byte[] bytes() {
        return Base64.getDecoder().decode(answer);
    }
}
