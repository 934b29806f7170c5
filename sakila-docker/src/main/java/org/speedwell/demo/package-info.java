/** The Sakila demo: a video-rental shop's queries, each over SQL and from memory. Start at {@link SakilaDemo}. */
@NullMarked
package org.speedwell.demo;

import org.jspecify.annotations.NullMarked;
