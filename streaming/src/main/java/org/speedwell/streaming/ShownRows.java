package org.speedwell.streaming;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first rows that a sink shows at one moment, such as those of a {@code View}.
 *
 * @param columns the names of the columns
 * @param rows the values of the rows, in the order of the columns
 * @param total the number of all rows
 * @param time the event time of the rows, in milliseconds; {@code Long.MIN_VALUE} if there are none yet
 */
public record ShownRows(List<String> columns, List<List<@Nullable Object>> rows, long total, long time)
        implements Serializable {
    /** Copies the lists. */
    public ShownRows {
        columns = new ArrayList<>(columns);
        rows = new ArrayList<>(rows);
    }
}
