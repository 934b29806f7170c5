/** What a server tells of a schema. */
@NullMarked
package org.speedwell.init.database;

import org.jspecify.annotations.NullMarked;
