/**
 * The types that generated code needs at run time.
 *
 * <p>The types follow these rules:
 * <ul>
 * <li>They depend only on Speedment's fields, and not on the accelerator. Generated entities therefore also work
 * without it.
 * <li>All types are immutable or stateless, and thread-safe.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.generator.runtime.EntityReader}, whose implementations copy
 * {@link org.speedwell.generator.runtime.ColumnValues} into entities. Then read
 * {@link org.speedwell.generator.runtime.DirectEnumField}, the field of an enum column.
 */
@NullMarked
package org.speedwell.generator.runtime;

import org.jspecify.annotations.NullMarked;
