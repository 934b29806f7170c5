/**
 * The operators that keep the panes and sessions of windows. Internal.
 *
 * <ul>
 * <li>A pane is the greatest common part of overlapping windows. Each event is added to one pane.
 * <li>Keys have slots, which are small numbers. The state of a pane is in arrays indexed by slot.
 * <li>The watermark alone closes a window. An event is late if all its windows are closed.
 * <li>An operator is for one thread. It sends results only while its output is open.
 * <li>If an aggregate can deduct, one running window follows the panes. Otherwise each window combines its panes again.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.pane.WindowOperator}, then read {@code PaneOperator}, {@code Pane} and
 * {@code SessionOperator}. {@link org.speedwell.streaming.pane.LocalTotals} is the first stage of counts and sums.
 */
@NullMarked
package org.speedwell.streaming.pane;

import org.jspecify.annotations.NullMarked;
