/**
 * The tables of keys, and the operators that keep a state for each key. Internal.
 *
 * <ul>
 * <li>A key has a slot, a small number that indexes arrays. The table reuses slots.
 * <li>An owner of state retains the slot. The table removes a key when its last owner releases it.
 * <li>A budget limits the number of keys. With too many keys, the job stops or the operator evicts keys.
 * <li>With checkpoints, {@code StableHash} assigns keys to threads, so that they find their state after a restart.
 * <li>Tables and operators are for one thread. Only budgets are shared.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.state.Keys}, then read
 * {@link org.speedwell.streaming.state.StatefulOperator} and {@link org.speedwell.streaming.state.HashJoinOperator}.
 */
@NullMarked
package org.speedwell.streaming.state;

import org.jspecify.annotations.NullMarked;
