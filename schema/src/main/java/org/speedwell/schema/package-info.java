/** Sakila as DDL, a generator of Sakila-shaped rows, and a running database to put them in. */
@NullMarked
package org.speedwell.schema;

import org.jspecify.annotations.NullMarked;
