"""Reads a file of Arrow IPC with pyarrow, pandas and Polars, and compares what they see: read.py FILE"""
import sys

import polars
import pyarrow
import pyarrow.feather

file = sys.argv[1]
with pyarrow.memory_map(file) as mapped:
    table = pyarrow.ipc.open_file(mapped).read_all()
    table.validate(full=True)
    print(table.schema)
    frame = table.to_pandas()
    lazy = polars.scan_ipc(file).collect()
    for name in table.column_names:
        nulls = table[name].null_count
        assert nulls == int(frame[name].isna().sum()) == lazy[name].null_count(), name
        distinct = len(table[name].combine_chunks().unique())
        assert distinct == lazy[name].n_unique(), name
        print(f"{name}: {nulls} nulls, {distinct} different values")
print(f"{table.num_rows} rows, the same in pyarrow, pandas and Polars")
