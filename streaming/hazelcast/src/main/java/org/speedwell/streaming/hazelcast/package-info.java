/** The jobs of {@link org.speedwell.streaming} on a Hazelcast cluster. */
@NullMarked
package org.speedwell.streaming.hazelcast;

import org.jspecify.annotations.NullMarked;
