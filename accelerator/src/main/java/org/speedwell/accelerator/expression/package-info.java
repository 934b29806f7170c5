/**
 * Reads Speedment's predicates, comparators and expressions, and ours, which have its types: {@code SpeedmentReader} as trees of {@code
 * expr}, {@code FilterResolver} as filters. No package behind it knows Speedment, but for the integration. Internal.
 */
@NullMarked
package org.speedwell.accelerator.expression;

import org.jspecify.annotations.NullMarked;
