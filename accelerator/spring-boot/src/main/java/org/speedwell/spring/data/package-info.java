/**
 * Streams from memory for repositories of Spring Data and for other beans.
 *
 * <p>Start at {@link StreamRepository}.
 */
@NullMarked
package org.speedwell.spring.data;

import org.jspecify.annotations.NullMarked;
