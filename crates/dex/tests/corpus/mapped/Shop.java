package mapped;

/** Fails several calls deep, in classes that R8 renames and methods that it puts into each other. */
public final class Shop {
    private final Shelf shelf;

    private Shop(int rows) {
        shelf = new Shelf(rows);
    }

    public static void main(String[] arguments) {
        try {
            new Shop(arguments.length + 2).sell("milk", 3);
        } catch (RuntimeException failed) {
            failed.printStackTrace(System.out);
        }
        Ran.tell();
    }

    private void sell(String what, int often) {
        if (often > 0) {
            sell(what + "!", often - 1);
            return;
        }
        try {
            System.out.println(shelf.find(what));
        } catch (LostException lost) {
            throw new IllegalStateException("cannot sell", lost);
        }
    }
}

final class Shelf {
    private final String[] rows;

    Shelf(int rows) {
        this.rows = new String[rows];
    }

    String find(String what) {
        for (String row : rows) {
            check(row, what);
        }
        return what;
    }

    private static void check(String row, String what) {
        if (row == null) {
            throw new LostException("no " + what);
        }
    }
}

final class LostException extends RuntimeException {
    LostException(String words) {
        super(words);
    }
}
