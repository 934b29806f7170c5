package org.speedwell.accelerator.plan;

import org.speedwell.accelerator.kernel.Rows;

/** A step that gives rows of a table in a certain order. */
public sealed interface RowNode extends Node<Rows> permits AccessPath, OrderingNode, KeyNode {
    @Override
    default long size(Rows rows) {
        return rows.size();
    }
}
