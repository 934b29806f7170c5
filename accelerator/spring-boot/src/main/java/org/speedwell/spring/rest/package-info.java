/** Serves tables in memory by HTTP, written straight from columns. */
@NullMarked
package org.speedwell.spring.rest;

import org.jspecify.annotations.NullMarked;
