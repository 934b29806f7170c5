/** The streaming layer beside Hazelcast Jet: the same events at the same times, the same windows, the same results. */
@NullMarked
package org.speedwell.bench.streaming;

import org.jspecify.annotations.NullMarked;
