/**
 * The store of tables whose rows are classes of the application, without Speedment. Internal.
 *
 * <ul>
 * <li>{@link ClassStores}: creates stores. Start reading here.
 * <li>{@link ClassStore}: a store
 * <li>{@link DatabaseRows}: the rows of the database as entities, for shadow mode
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.classes;

import org.jspecify.annotations.NullMarked;
