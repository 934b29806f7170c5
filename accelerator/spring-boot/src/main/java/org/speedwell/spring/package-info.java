/** Configures a Speedment application in memory for Spring Boot. */
@NullMarked
package org.speedwell.spring;

import org.jspecify.annotations.NullMarked;
