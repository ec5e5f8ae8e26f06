import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes every jar below a directory again, without compression. A function loads some 6,900 classes when it starts, and
 * a tenth of that time went into inflating them. Run by Maven when it has packaged a function: see the root's pom.xml.
 */
class StoreUncompressed {

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                store(jar);
            }
        }
    }

    private static void store(Path jar) throws IOException {
        Path stored = jar.resolveSibling(jar.getFileName() + ".new");
        try (ZipFile compressed = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> entries = compressed.stream().toList();
            if (entries.stream().allMatch(entry -> entry.getMethod() == ZipEntry.STORED)) {
                return;
            }
            try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(stored)))) {
                Set<String> written = new HashSet<>();
                for (ZipEntry entry : entries) {
                    if (written.add(entry.getName())) { // some published jars have an entry twice
                        copy(compressed, entry, out);
                    }
                }
            }
        }
        Files.move(stored, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(ZipFile from, ZipEntry entry, ZipOutputStream to) throws IOException {
        ZipEntry stored = new ZipEntry(entry.getName());
        stored.setTime(entry.getTime());
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(entry.getSize());
        stored.setCrc(entry.getCrc());
        to.putNextEntry(stored);
        from.getInputStream(entry).transferTo(to);
        to.closeEntry();
    }
}
