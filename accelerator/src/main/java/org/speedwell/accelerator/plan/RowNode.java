package org.speedwell.accelerator.plan;

import org.speedwell.accelerator.kernel.Rows;

/** An operator that gives rows of one table in a defined order. */
public sealed interface RowNode extends Node<Rows> permits AccessPath, OrderingNode, KeyNode {
    @Override
    default long size(Rows rows) {
        return rows.size();
    }
}
