/**
 * Descriptions of the application's own classes of rows: records, entities of Jakarta Persistence, and plain beans.
 *
 * <ul>
 * <li>A mapping is immutable. It names a class, its table and its members, but knows no database.
 * <li>The Jakarta Persistence API is optional. Records and beans work without it.
 * <li>Every rejection is a {@link MappingException}, whose message names the class, the member and the remedy.
 * </ul>
 *
 * <p>Start at {@link ClassMapping}. {@link MappingBuilder} maps classes without annotations.
 */
@NullMarked
package org.speedwell.accelerator.mapping;

import org.jspecify.annotations.NullMarked;
