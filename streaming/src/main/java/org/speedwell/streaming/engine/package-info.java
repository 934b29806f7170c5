/**
 * Tasklets, the threads that run them, and the conveyors between them. Internal.
 *
 * <ul>
 * <li>A worker calls its tasklets in turn. A call of a tasklet is short and never blocks.
 * <li>A conveyor has one sender and one receiver. If it is full, the sender waits for its next turn (back pressure).
 * <li>A tasklet sends an event, a watermark or a barrier only while its outbox is open.
 * <li>A watermark, a barrier and the mark of an idle sender follow the events that the tasklet sent before them.
 * <li>Sender and receiver reuse batches. No code may keep a batch after its turn.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.engine.Worker} and {@link org.speedwell.streaming.engine.Tasklet}. Then
 * read {@link org.speedwell.streaming.engine.Outbox}, {@link org.speedwell.streaming.engine.Operator} and
 * {@link org.speedwell.streaming.engine.Batch}.
 */
@NullMarked
package org.speedwell.streaming.engine;

import org.jspecify.annotations.NullMarked;
