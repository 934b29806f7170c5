/**
 * A plug-in of Speedment's generator. It adds code that makes entities faster.
 *
 * <p>Speedment's Maven plug-in loads this package at build time:
 * <ul>
 * <li>For each table it generates a reader ({@link org.speedwell.generator.runtime.EntityReader}), which calls each
 * setter of the entity with a value of its own type.
 * <li>It replaces the calls that create enum fields by calls of
 * {@link org.speedwell.generator.runtime.DirectEnumField#create}.
 * </ul>
 *
 * <p>Generated code uses only {@code org.speedwell.generator.runtime}. An application needs nothing of this package.
 *
 * <p>Start at {@link org.speedwell.generator.SpeedwellGenerator}, which registers both translators.
 */
@NullMarked
package org.speedwell.generator;

import org.jspecify.annotations.NullMarked;
