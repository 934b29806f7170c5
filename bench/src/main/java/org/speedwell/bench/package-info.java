/** JMH benchmarks: the same pipelines over SQL and from memory, each checked before it is timed. */
@NullMarked
package org.speedwell.bench;

import org.jspecify.annotations.NullMarked;
