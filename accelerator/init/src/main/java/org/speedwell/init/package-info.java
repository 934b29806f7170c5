/** The tool: {@code init} writes a project for a database that is there, {@code doctor} holds a project against its database. */
@NullMarked
package org.speedwell.init;

import org.jspecify.annotations.NullMarked;
