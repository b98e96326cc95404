package oddity.pocket.phone;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import oddity.pocket.phone.system.Permissions;

/** An activity that a test fills, and that notes what becomes of it. */
public class Stage extends Activity {
    /** What every new stage does as it is created. */
    public static Consumer<Stage> content;
    /** What became of all stages, in its order: "create", "start", and so on. */
    public static final List<String> LIFE = new ArrayList<>();

    /** What stages were told when they had asked for permissions, or for something of another activity. */
    public static final List<Permissions> ANSWERS = new ArrayList<>();
    static final List<Result> RESULTS = new ArrayList<>();

    public record Permissions(int request, String[] names, int[] results) {}

    record Result(int request, int code, Intent data) {}

    static void forget() {
        content = stage -> {};
        LIFE.clear();
        ANSWERS.clear();
        RESULTS.clear();
    }

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        LIFE.add(saved == null ? "create" : "create again");
        content.accept(this);
    }

    @Override
    protected void onStart() {
        super.onStart();
        LIFE.add("start");
    }

    @Override
    protected void onResume() {
        super.onResume();
        LIFE.add("resume");
    }

    @Override
    protected void onPause() {
        super.onPause();
        LIFE.add("pause");
    }

    @Override
    protected void onStop() {
        super.onStop();
        LIFE.add("stop");
    }

    @Override
    protected void onDestroy() {
        super.onDestroy();
        LIFE.add("destroy");
    }

    @Override
    public void onRequestPermissionsResult(int request, String[] names, int[] results) {
        ANSWERS.add(new Permissions(request, names, results));
    }

    @Override
    protected void onActivityResult(int request, int code, Intent data) {
        RESULTS.add(new Result(request, code, data));
    }
}
