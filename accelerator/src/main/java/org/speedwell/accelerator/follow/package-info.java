/** Following the database: settings, status, and the changes that transactions have made. */
@NullMarked
package org.speedwell.accelerator.follow;

import org.jspecify.annotations.NullMarked;
