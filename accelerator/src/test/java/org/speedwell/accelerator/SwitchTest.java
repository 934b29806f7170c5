package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies that no switch over one of Speedwell's sealed types has a {@code default}. The compiler then reports each
 * switch that lacks a new case.
 */
@Tag("unit")
class SwitchTest {
    private static final Path SOURCES = Path.of("src/main/java");

    @Test
    void noSwitchOverASealedTypeHasADefault() throws IOException {
        assertThat(defaults(SOURCES)).isEmpty();
    }

    @Test
    void defaultIsFound() throws IOException {
        assertThat(defaults(Path.of("src/test/java/org/speedwell/accelerator/SwitchTest.java")))
                .hasSize(1)
                .allMatch(found -> found.startsWith("SwitchTest.java:") && found.endsWith("Shape"));
    }

    private sealed interface Shape {
        record Round() implements Shape {}

        record Square() implements Shape {}
    }

    /** Contains a {@code default} that the check must find. */
    @SuppressWarnings("UnusedMethod")
    private static boolean isRound(Shape shape) {
        return switch (shape) {
            case Shape.Round _ -> true;
            default -> false;
        };
    }

    private static List<String> defaults(Path sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> paths = Files.walk(sources)) {
            List<Path> java = paths.filter(
                            path -> path.toString().endsWith(".java") && !path.endsWith("module-info.java"))
                    .toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    _ -> {},
                    List.of("-proc:none", "-implicit:none", "--add-modules", "jdk.incubator.vector"),
                    null,
                    files.getJavaFileObjectsFromPaths(java));
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            task.analyze();
            Scanner scanner = new Scanner(Trees.instance(task));
            units.forEach(unit -> scanner.scan(unit, null));
            return scanner.found;
        }
    }

    private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final Trees trees;
        private final List<String> found = new ArrayList<>();

        Scanner(Trees trees) {
            this.trees = trees;
        }

        @Override
        public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void unused) {
            check(tree, tree.getExpression(), tree.getCases());
            return super.visitSwitch(tree, null);
        }

        @Override
        public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void unused) {
            check(tree, tree.getExpression(), tree.getCases());
            return super.visitSwitchExpression(tree, null);
        }

        private void check(Tree of, ExpressionTree selector, List<? extends CaseTree> cases) {
            boolean hasDefault = cases.stream()
                    .flatMap(each -> each.getLabels().stream())
                    .anyMatch(DefaultCaseLabelTree.class::isInstance);
            if (hasDefault
                    && trees.getTypeMirror(new TreePath(getCurrentPath(), selector)) instanceof DeclaredType type
                    && isSealed(type.asElement())) {
                CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
                long place = trees.getSourcePositions().getStartPosition(unit, of);
                found.add("%s:%d switches over %s"
                        .formatted(
                                Path.of(unit.getSourceFile().toUri()).getFileName(),
                                unit.getLineMap().getLineNumber(place),
                                type.asElement().getSimpleName()));
            }
        }

        private static boolean isSealed(Element type) {
            return type.getModifiers().contains(Modifier.SEALED)
                    && type.getKind() != ElementKind.ENUM
                    && type.toString().startsWith("org.speedwell.");
        }
    }
}
