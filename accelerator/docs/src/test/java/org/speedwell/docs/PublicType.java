package org.speedwell.docs;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.SnippetTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTreeScanner;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A public type or a package, as read from its source.
 *
 * @param name the name, with the enclosing type before it
 * @param doc the Javadoc; null if there is none
 * @param snippets the snippets in its Javadoc and in that of its members
 */
record PublicType(String name, @Nullable String doc, List<Snippet> snippets) {
    private static final Pattern EXPORTED = Pattern.compile("(?m)^\\s*exports ([\\w.]+);");

    /**
     * Returns the public types of the packages that a module exports to all others. Without a module descriptor, returns
     * those of all packages.
     */
    static List<PublicType> of(String module) {
        Path sources = Page.ROOT.resolve(module).resolve("src/main/java");
        try (StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                    .getTask(
                            null,
                            files,
                            null,
                            List.of("-proc:none"),
                            null,
                            files.getJavaFileObjectsFromPaths(packages(sources).stream()
                                    .flatMap(PublicType::sourcesIn)
                                    .toList()));
            List<PublicType> types = new ArrayList<>();
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(docs, types, unit.getSourceFile()).scan(unit, null);
            }
            return types;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> packages(Path sources) throws IOException {
        Path descriptor = sources.resolve("module-info.java");
        if (Files.exists(descriptor)) {
            return EXPORTED.matcher(Files.readString(descriptor))
                    .results()
                    .map(found -> sources.resolve(found.group(1).replace('.', '/')))
                    .toList();
        }
        try (Stream<Path> all = Files.walk(sources)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    private static Stream<Path> sourcesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable ClassTree> {
        private final DocTrees docs;
        private final List<PublicType> types;
        private final JavaFileObject file;

        Scanner(DocTrees docs, List<PublicType> types, JavaFileObject file) {
            this.docs = docs;
            this.types = types;
            this.file = file;
        }

        @Override
        public @Nullable Void visitCompilationUnit(CompilationUnitTree unit, @Nullable ClassTree around) {
            if (unit.getTypeDecls().isEmpty() && unit.getPackage() != null) {
                TreePath path = new TreePath(getCurrentPath(), unit.getPackage());
                add("package " + unit.getPackageName(), path, docs.getDocComment(path));
            }
            return super.visitCompilationUnit(unit, around);
        }

        /** Adds a public type. Types inside an interface are public without a modifier. */
        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable ClassTree around) {
            boolean isPublic = type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                    || around != null && around.getKind() == com.sun.source.tree.Tree.Kind.INTERFACE;
            if (!isPublic) {
                return null;
            }
            String name = around == null
                    ? type.getSimpleName().toString()
                    : around.getSimpleName() + "." + type.getSimpleName();
            add(name, getCurrentPath(), docs.getDocComment(getCurrentPath()));
            return super.visitClass(type, type);
        }

        @Override
        public @Nullable Void visitMethod(com.sun.source.tree.MethodTree method, @Nullable ClassTree around) {
            List<Snippet> snippets = snippets(getCurrentPath());
            if (!snippets.isEmpty()) {
                types.getLast().snippets.addAll(snippets);
            }
            return null; // types inside a method are not public
        }

        private void add(String name, TreePath path, @Nullable String doc) {
            types.add(new PublicType(name, doc, new ArrayList<>(snippets(path))));
        }

        private List<Snippet> snippets(TreePath path) {
            List<Snippet> snippets = new ArrayList<>();
            DocCommentTree comment = docs.getDocCommentTree(path);
            if (comment != null) {
                new DocTreeScanner<@Nullable Void, @Nullable Void>() {
                    @Override
                    public @Nullable Void visitSnippet(SnippetTree tree, @Nullable Void nothing) {
                        if (tree.getBody() != null) {
                            snippets.add(new Snippet(
                                    Page.ROOT.relativize(Path.of(file.toUri())).toString(),
                                    "java",
                                    tree.getBody().getBody()));
                        }
                        return super.visitSnippet(tree, nothing);
                    }
                }.scan((DocTree) comment, null);
            }
            return snippets;
        }
    }
}
