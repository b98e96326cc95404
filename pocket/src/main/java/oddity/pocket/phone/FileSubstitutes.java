package oddity.pocket.phone;

import java.io.File;
import java.io.FileFilter;
import java.io.FilenameFilter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What an app asks about files that are none of its own. Android's kernel refuses quietly, and {@link File} then says that there is
 * nothing; Java's guard throws what no app expects from these methods.
 */
public final class FileSubstitutes {
    private FileSubstitutes() {}

    public static boolean exists(File file) {
        return isSo(file::exists);
    }

    public static boolean isFile(File file) {
        return isSo(file::isFile);
    }

    public static boolean isDirectory(File file) {
        return isSo(file::isDirectory);
    }

    public static boolean isHidden(File file) {
        return isSo(file::isHidden);
    }

    public static boolean canRead(File file) {
        return isSo(file::canRead);
    }

    public static boolean canWrite(File file) {
        return isSo(file::canWrite);
    }

    public static boolean canExecute(File file) {
        return isSo(file::canExecute);
    }

    public static boolean delete(File file) {
        return isSo(file::delete);
    }

    public static boolean mkdir(File file) {
        return isSo(file::mkdir);
    }

    public static boolean mkdirs(File file) {
        return isSo(file::mkdirs);
    }

    public static boolean renameTo(File file, File to) {
        return isSo(() -> file.renameTo(to));
    }

    public static boolean setReadOnly(File file) {
        return isSo(file::setReadOnly);
    }

    public static boolean setLastModified(File file, long time) {
        return isSo(() -> file.setLastModified(time));
    }

    public static long length(File file) {
        return amount(file::length);
    }

    public static long lastModified(File file) {
        return amount(file::lastModified);
    }

    public static long getFreeSpace(File file) {
        return amount(file::getFreeSpace);
    }

    public static long getTotalSpace(File file) {
        return amount(file::getTotalSpace);
    }

    public static long getUsableSpace(File file) {
        return amount(file::getUsableSpace);
    }

    /** By name: every file system has an order of its own, and so has every copy of a folder. */
    public static String[] list(File file) {
        String[] names = orNull(file::list);
        if (names != null) {
            Arrays.sort(names);
        }
        return names;
    }

    public static String[] list(File file, FilenameFilter filter) {
        return chosen(list(file), name -> filter == null || filter.accept(file, name), String[]::new);
    }

    public static File[] listFiles(File file) {
        return listFiles(file, (FileFilter) null);
    }

    public static File[] listFiles(File file, FilenameFilter filter) {
        return listFiles(file, filter == null ? null : (FileFilter) found -> filter.accept(file, found.getName()));
    }

    public static File[] listFiles(File file, FileFilter filter) {
        File[] files = orNull(file::listFiles);
        if (files != null) {
            Arrays.sort(files, Comparator.comparing(File::getName));
        }
        return chosen(files, found -> filter == null || filter.accept(found), File[]::new);
    }

    /** An app's filter is asked in this order too: some gather what they are asked about. */
    private static <T> T[] chosen(T[] found, Predicate<T> filter, IntFunction<T[]> array) {
        return found == null ? null : Arrays.stream(found).filter(filter).toArray(array);
    }

    public static boolean createNewFile(File file) throws IOException {
        try {
            return file.createNewFile();
        } catch (SecurityException refused) {
            throw new IOException("Permission denied", refused);
        }
    }

    /** Links are followed, and yet what comes of it has the names that a phone gives. */
    public static String getCanonicalPath(File file) throws IOException {
        return Phone.current().places().seen(file.getCanonicalPath());
    }

    public static File getCanonicalFile(File file) throws IOException {
        return new File(getCanonicalPath(file));
    }

    public static void deleteOnExit(File file) {
        isSo(() -> {
            file.deleteOnExit();
            return true;
        });
    }

    private static boolean isSo(BooleanSupplier asked) {
        try {
            return asked.getAsBoolean();
        } catch (SecurityException refused) {
            return false;
        }
    }

    private static long amount(LongSupplier asked) {
        try {
            return asked.getAsLong();
        } catch (SecurityException refused) {
            return 0;
        }
    }

    private static <T> T orNull(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (SecurityException refused) {
            return null;
        }
    }
}
