package org.speedwell.accelerator.filter;

import java.util.ArrayList;
import java.util.List;
import org.speedwell.accelerator.codec.CoarseCodec;
import org.speedwell.accelerator.codec.DecimalCodec;
import org.speedwell.accelerator.codec.EnumCodec;
import org.speedwell.accelerator.codec.FloatingCodec;
import org.speedwell.accelerator.codec.IntegralCodec;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.LocalDateCodec;
import org.speedwell.accelerator.codec.MappedCodec;
import org.speedwell.accelerator.codec.TemporalCodec;
import org.speedwell.accelerator.codec.TextCodec;

/**
 * A range of keys of one column that a filter requires. The filter rejects a row with another key without an exception,
 * in every version of the table in which the column has an equal codec.
 *
 * <p>A range that follows from an expression holds for fewer values. The expression may throw for NULL. It may also
 * narrow a whole number to an {@code int}, which changes a number that is no {@code int}.
 *
 * @param place the place of the column
 * @param codec gives the keys their meaning
 * @param low the lowest key
 * @param high the highest key
 * @param isOfField true if a predicate on the field requires the range, false if an expression does
 */
public record NecessaryRange(int place, KeyCodec codec, long low, long high, boolean isOfField) {

    /** Returns ranges that a filter requires. A row that fails one of them does not reach a later part of the filter. */
    public static List<NecessaryRange> of(Filter filter) {
        List<NecessaryRange> ranges = new ArrayList<>();
        collect(filter, ranges);
        return ranges;
    }

    /** Adds the ranges of a filter. Returns false if the filter may throw for a row of a later version. */
    private static boolean collect(Filter filter, List<NecessaryRange> ranges) {
        return switch (filter) {
            case Filter.And and -> and.filters().stream().allMatch(part -> collect(part, ranges));
            case Filter.InRange range -> {
                boolean isOfField = range.source() != null;
                boolean isKnown =
                        !range.inverted() && isFixed(range.column().column().codec());
                if (isKnown) {
                    ranges.add(new NecessaryRange(
                            range.column().place(),
                            range.column().column().codec(),
                            range.low(),
                            range.high(),
                            isOfField));
                }
                yield isKnown || isOfField;
            }
            case Filter.KeySet _,
                    Filter.NullRows _,
                    Filter.KeyOrdered _,
                    Filter.FieldTest _,
                    Filter.TextMatch _,
                    Filter.Computed _,
                    Filter.Or _,
                    Filter.Constant _ -> false;
        };
    }

    /** Returns whether a codec gives a key the same meaning in every version. The keys of a dictionary change. */
    private static boolean isFixed(KeyCodec codec) {
        return switch (codec) {
            case IntegralCodec _, FloatingCodec _, DecimalCodec _, TemporalCodec _, LocalDateCodec _, EnumCodec _ ->
                true;
            case CoarseCodec coarse -> isFixed(coarse.fine());
            case TextCodec _, MappedCodec _ -> false;
        };
    }

    /** Returns whether ranges decide about a row that has a key. Otherwise the filter may do anything with the row. */
    public static boolean decides(KeyCodec codec, boolean isOfField, long key) {
        return isOfField || !codec.isWhole() || key == (int) key;
    }
}
