package org.speedwell.accelerator.arrow;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.jspecify.annotations.Nullable;

/**
 * A program that reads Arrow IPC with Arrow's Java library, which needs flags of the JVM. For each argument, it writes
 * the rows to a file with that name and the ending {@code .rows}.
 */
final class IpcReader {
    private static final List<String> FLAGS =
            List.of("--add-opens=java.base/java.nio=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    private IpcReader() {}

    public static void main(String[] files) throws IOException {
        try (BufferAllocator memory = new RootAllocator()) {
            for (String file : files) {
                read(Path.of(file), memory);
            }
        }
    }

    private static void read(Path file, BufferAllocator memory) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile());
                ArrowReader reader = file.toString().endsWith(".arrow")
                        ? new ArrowFileReader(FileChannel.open(file), memory)
                        : new ArrowStreamReader(in, memory);
                DataOutputStream out = new DataOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(Path.of(file + ".rows"))))) {
            while (reader.loadNextBatch()) {
                for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
                    List<FieldVector> columns = reader.getVectorSchemaRoot().getFieldVectors();
                    out.writeInt(columns.size());
                    for (FieldVector column : columns) {
                        put(column.getName(), out);
                        put(Values.text(value(column, row, reader)), out);
                    }
                }
            }
        }
    }

    private static @Nullable Object value(FieldVector column, int row, ArrowReader reader) throws IOException {
        if (column.isNull(row)) {
            return null;
        }
        DictionaryEncoding encoding = column.getField().getDictionary();
        if (encoding != null) {
            Dictionary texts =
                    Objects.requireNonNull(reader.getDictionaryVectors().get(encoding.getId()));
            return texts.getVector()
                    .getObject(((Number) column.getObject(row)).intValue())
                    .toString();
        }
        return switch (column) {
            case UInt8Vector numbers -> numbers.getObjectNoOverflow(row);
            case DateDayVector days -> LocalDate.ofEpochDay(days.get(row));
            case TimeMilliVector times -> LocalTime.ofNanoOfDay(times.get(row) * 1_000_000L);
            case LargeVarCharVector texts -> texts.getObject(row).toString();
            default -> column.getObject(row);
        };
    }

    private static void put(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads files in another JVM, and returns the rows of each. */
    static List<List<Map<String, String>>> inOtherJvm(List<Path> files) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), IpcReader.class.getName()));
        files.forEach(file -> command.add(file.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(output);
        }
        List<List<Map<String, String>>> all = new ArrayList<>();
        for (Path file : files) {
            all.add(rows(Path.of(file + ".rows")));
        }
        return all;
    }

    private static List<Map<String, String>> rows(Path file) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int columns = in.readInt(); columns > 0; columns--) {
                    row.put(text(in), text(in));
                }
                rows.add(row);
            }
        } catch (EOFException e) {
            return rows;
        }
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
