/**
 * The collectors that columns understand, and their translation into aggregates. Internal.
 *
 * <p>{@link org.speedwell.accelerator.collect.CollectorShape} says what a collector computes. The collectors of the public API are
 * made with it; {@link org.speedwell.accelerator.collect.CollectorReader} reads it of those of the JDK.
 * {@link org.speedwell.accelerator.collect.CollectorPlan} is what columns run, or the reason why they cannot.
 */
@NullMarked
package org.speedwell.accelerator.collect;

import org.jspecify.annotations.NullMarked;
