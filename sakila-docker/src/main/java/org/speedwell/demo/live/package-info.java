/**
 * Generates rentals, writes them to the database, and counts them in windows of the streaming layer.
 *
 * <ul>
 * <li>The generator only writes to a schema that the demo created. It removes its rows when it stops and at the next
 * start.
 * <li>The keys of generated rows repeat in a ring, so their number is limited.
 * <li>The windows receive a rental after the database has committed it.
 * <li>Streams read the results of the windows as views.
 * </ul>
 *
 * <p>Start at {@link LiveRentals}, then {@code RentalGenerator}, {@code LiveRows} (the database) and
 * {@code RentalWindows} (the windows). {@link RoundTrip} measures how soon memory shows a change by SQL. {@link CommitTimes}
 * has the times of the generator's commits.
 */
@NullMarked
package org.speedwell.demo.live;

import org.jspecify.annotations.NullMarked;
