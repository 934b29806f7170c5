/** What functions of the user's do, read from their class files; knows bytecode and nothing of tables. Internal. */
@NullMarked
package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.NullMarked;
