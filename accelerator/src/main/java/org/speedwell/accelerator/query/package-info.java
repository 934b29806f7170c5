/**
 * What queries are written with, beside Speedment's fields: expressions, collectors, aggregations, references to rows of other tables,
 * and encoders. None of it keeps state; all of it is safe for use by several threads.
 */
@NullMarked
package org.speedwell.accelerator.query;

import org.jspecify.annotations.NullMarked;
