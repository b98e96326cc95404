import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** Lists the classes of Java itself, for the converter: `java ListJava.java`. */
public final class ListJava {
    public static void main(String[] arguments) throws Exception {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java");
        StringBuilder list = new StringBuilder();
        try (var files = Files.walk(base)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = base.getParent().relativize(file).toString();
                if (name.endsWith(".class")) {
                    Class<?> type = Class.forName(name.substring(0, name.length() - 6).replace('/', '.'), false, null);
                    Class<?> parent = type.isInterface() ? Object.class : type.getSuperclass();
                    list.append(slashes(type)).append(' ').append(parent == null ? "-" : slashes(parent));
                    list.append(type.isInterface() ? " interface\n" : "\n");
                }
            }
        }
        System.out.print(list);
    }

    private static String slashes(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
