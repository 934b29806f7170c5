/** The cooperative streaming layer: jobs over events, from sources through windows to sinks and views. */
@NullMarked
package org.speedwell.streaming;

import org.jspecify.annotations.NullMarked;
