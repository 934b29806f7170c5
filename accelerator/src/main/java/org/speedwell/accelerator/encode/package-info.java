/** Rows and values as JSON and CSV, written from columns into bytes. Internal. */
@NullMarked
package org.speedwell.accelerator.encode;

import org.jspecify.annotations.NullMarked;
