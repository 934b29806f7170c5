/** Rows by REST, written from columns, beside the same rows by Jackson from entities. */
@NullMarked
package org.speedwell.bench.rest;

import org.jspecify.annotations.NullMarked;
