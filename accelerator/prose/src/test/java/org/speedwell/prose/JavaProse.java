package org.speedwell.prose;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Reads the Javadoc, the comments and the messages of Java sources with the parser of the JDK's compiler. */
final class JavaProse extends TreePathScanner<@Nullable Void, @Nullable Void> {
    /** Literals of every kind before comments, so that a mark inside a literal does not start a comment. */
    private static final Pattern TOKEN = Pattern.compile(
            "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'|/\\*\\*?[\\s\\S]*?\\*/|(?://[^\\n]*(?:\\n[ \\t]*(?=//))?)+");

    /** Words of a statement of SQL, whose literals are not prose. */
    private static final Pattern SQL =
            Pattern.compile("\\b(SELECT|INSERT|UPDATE|CREATE|DELETE|ALTER|GRANT|SET|SHOW|DROP) ");

    /** A literal of more lines is a page, such as the usage text of a command. */
    private static final int MAX_MESSAGE_LINES = 3;

    private final String file;
    private final CompilationUnitTree unit;
    private final DocTrees docs;
    private final boolean messages;
    private final List<Prose> found;

    private JavaProse(String file, CompilationUnitTree unit, DocTrees docs, List<Prose> found) {
        this.file = file;
        this.unit = unit;
        this.docs = docs;
        this.messages = file.contains("/src/main/");
        this.found = found;
    }

    /** Returns the prose of all files; those of tests without their literals. */
    static List<Prose> read(Path root, List<Path> files) {
        List<Prose> found = new ArrayList<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                String file =
                        root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
                new JavaProse(file, unit, docs, found).scan(unit, null);
                readComments(file, unit.getSourceFile().getCharContent(true).toString(), found);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    @Override
    public @Nullable Void visitPackage(PackageTree tree, @Nullable Void nothing) {
        addDoc(tree, Prose.Kind.DOC);
        return super.visitPackage(tree, nothing);
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void nothing) {
        addDoc(tree, Prose.Kind.DOC);
        return super.visitClass(tree, nothing);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void nothing) {
        addDoc(tree, tree.getReturnType() == null ? Prose.Kind.DOC : Prose.Kind.METHOD);
        return super.visitMethod(tree, nothing);
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void nothing) {
        addDoc(tree, Prose.Kind.DOC);
        return super.visitVariable(tree, nothing);
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void nothing) {
        StringBuilder text = new StringBuilder();
        if (tree.getKind() == Tree.Kind.PLUS && joins(tree, text)) {
            addMessage(tree, text.toString());
            return nothing;
        }
        return super.visitBinary(tree, nothing);
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree tree, @Nullable Void nothing) {
        if (tree.getValue() instanceof String text) {
            addMessage(tree, text);
        }
        return super.visitLiteral(tree, nothing);
    }

    /** Appends the literals of a concatenation, and X for other parts. Returns whether there is any literal. */
    private static boolean joins(Tree tree, StringBuilder text) {
        if (tree instanceof BinaryTree both && both.getKind() == Tree.Kind.PLUS) {
            return joins(both.getLeftOperand(), text) | joins(both.getRightOperand(), text);
        }
        if (tree instanceof LiteralTree literal && literal.getValue() instanceof String part) {
            text.append(part);
            return true;
        }
        text.append('X');
        return false;
    }

    private void addMessage(Tree tree, String text) {
        String plain = text.replaceAll("%[-,\\d.$]*[a-zA-Z]", "X").strip();
        if (messages
                && plain.matches("(?s)(.*[a-z]{2,} ){3,}.*")
                && !SQL.matcher(plain).find()) {
            Prose.Kind kind = plain.lines().count() > MAX_MESSAGE_LINES ? Prose.Kind.PAGE : Prose.Kind.MESSAGE;
            found.add(new Prose(file, line(tree), kind, plain.replaceAll("\\s+", " ")));
        }
    }

    private void addDoc(Tree tree, Prose.Kind kind) {
        String comment = docs.getDocComment(getCurrentPath());
        if (comment == null) {
            return;
        }
        String[] blocks = comment.replaceAll("\\{@snippet[\\s\\S]*?\\n\\s*\\}", " ")
                .replaceAll("<pre>[\\s\\S]*?</pre>", " ")
                .split("(?m)^\\s*@(?=[a-z])", -1);
        for (int i = 0; i < blocks.length; i++) {
            // the first words of a block are the tag and the name of a parameter
            String block = i == 0 ? blocks[0] : blocks[i].replaceFirst("^((param|throws)\\s+\\S+|\\w+)", "");
            for (String part : block.split("<(p|li|ul|ol|tr|td|th|h\\d)>|\\n\\s*\\n", -1)) {
                add(
                        line(tree),
                        i == 0 && part.equals(block.split("<(p|li|ul|ol|tr|td|th|h\\d)>|\\n\\s*\\n", -1)[0])
                                ? kind
                                : Prose.Kind.DOC,
                        part,
                        found,
                        file);
            }
        }
    }

    private static void readComments(String file, String source, List<Prose> found) {
        Matcher token = TOKEN.matcher(source);
        while (token.find()) {
            String text = token.group();
            if (text.startsWith("//") || text.startsWith("/*") && !text.startsWith("/**")) {
                int line = 1
                        + (int) source.substring(0, token.start())
                                .chars()
                                .filter(c -> c == '\n')
                                .count();
                add(line, Prose.Kind.COMMENT, text.replaceAll("(?m)^\\s*(//|/?\\*+/?)|\\*/", ""), found, file);
            }
        }
    }

    private static void add(int line, Prose.Kind kind, String text, List<Prose> found, String file) {
        String plain = text.replaceAll("\\{@(?:link|linkplain)\\s+[^\\s}]+\\s+([^}]+)\\}", "$1")
                .replaceAll("\\{@\\w+\\s+([A-Za-z]\\w*)\\}", "$1")
                .replaceAll("\\{@\\w+[^}]*\\}", "Code")
                .replaceAll("<[^>]+>", "")
                .replaceAll("\\s+", " ")
                .strip();
        if (plain.contains(" ")) {
            found.add(new Prose(file, line, kind, plain));
        }
    }

    private int line(Tree tree) {
        long start = docs.getSourcePositions().getStartPosition(unit, tree);
        return start < 0 ? 1 : (int) unit.getLineMap().getLineNumber(start);
    }
}
