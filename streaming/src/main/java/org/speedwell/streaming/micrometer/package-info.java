/** Metrics of jobs for Micrometer, which the application must bring. */
@NullMarked
package org.speedwell.streaming.micrometer;

import org.jspecify.annotations.NullMarked;
