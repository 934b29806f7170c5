package org.speedwell.accelerator.lambda;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The instructions of a method and its jump targets. Immutable. */
final class MethodCode {
    final Class<?> owner;
    final MethodTypeDesc type;
    final boolean isPublic;
    final boolean isPrivate;
    final boolean isStatic;
    final boolean isSynchronized;
    final boolean isSynthetic;
    final boolean hasHandlers;
    final List<Instruction> instructions = new ArrayList<>();
    private final String name;
    private final List<Integer> offsets = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();
    private final Map<Label, Integer> places = new HashMap<>();
    private final BitSet targets = new BitSet();

    private MethodCode(Class<?> owner, MethodModel method, CodeModel code) {
        this.owner = owner;
        this.name = method.methodName().stringValue();
        this.type = method.methodTypeSymbol();
        this.isPublic = method.flags().has(AccessFlag.PUBLIC);
        this.isPrivate = method.flags().has(AccessFlag.PRIVATE);
        this.isStatic = method.flags().has(AccessFlag.STATIC);
        this.isSynchronized = method.flags().has(AccessFlag.SYNCHRONIZED);
        this.isSynthetic = method.flags().has(AccessFlag.SYNTHETIC);
        this.hasHandlers = !code.exceptionHandlers().isEmpty();
        List<Label> jumpedTo = new ArrayList<>();
        code.exceptionHandlers().forEach(handler -> jumpedTo.add(handler.handler()));
        int offset = 0;
        int line = -1;
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget label -> places.put(label.label(), instructions.size());
                case LineNumber number -> line = number.line();
                case Instruction instruction -> {
                    instructions.add(instruction);
                    offsets.add(offset);
                    lines.add(line);
                    offset += instruction.sizeInBytes();
                    jumpedTo.addAll(targets(instruction));
                }
                case ExceptionCatch _ -> {}
                default -> {}
            }
        }
        jumpedTo.forEach(label -> targets.set(place(label)));
    }

    private static List<Label> targets(Instruction instruction) {
        List<Label> labels = new ArrayList<>();
        switch (instruction) {
            case BranchInstruction branch -> labels.add(branch.target());
            case LookupSwitchInstruction choice -> {
                labels.add(choice.defaultTarget());
                choice.cases().stream().map(SwitchCase::target).forEach(labels::add);
            }
            case TableSwitchInstruction choice -> {
                labels.add(choice.defaultTarget());
                choice.cases().stream().map(SwitchCase::target).forEach(labels::add);
            }
            default -> {}
        }
        return labels;
    }

    /** Returns the code of a method; null if it has none. */
    static @Nullable MethodCode of(Class<?> owner, MethodModel method) {
        return method.code().map(code -> new MethodCode(owner, method, code)).orElse(null);
    }

    /** Returns the number of the instruction at a label. */
    int place(Label label) {
        return places.getOrDefault(label, Integer.MAX_VALUE);
    }

    /** Returns the number of the instruction at a bytecode offset; −1 if none begins there. */
    int at(int offset) {
        return offsets.indexOf(offset);
    }

    int line(int place) {
        return lines.get(place);
    }

    /** Returns the first instruction of the straight-line sequence that ends at {@code place}. */
    int blockStart(int place) {
        int start = targets.previousSetBit(place);
        return Math.max(start, 0);
    }

    @Override
    public String toString() {
        return owner.getSimpleName() + "." + name;
    }
}
