/** What jobs leave in a recording of the JDK's Flight Recorder. Internal. */
@NullMarked
package org.speedwell.streaming.recording;

import org.jspecify.annotations.NullMarked;
