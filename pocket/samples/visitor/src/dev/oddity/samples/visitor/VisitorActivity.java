package dev.oddity.samples.visitor;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.widget.ArrayAdapter;
import android.widget.ListView;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A list of wishes; what came of the last one stands above it. */
public class VisitorActivity extends Activity {
    private final Map<String, Wish> wishes = new LinkedHashMap<>();
    private final Asking asking = new Asking(this);

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.visitor);
        asking.addTo(wishes);
        new Looking(this).addTo(wishes);
        new Waiting(this).addTo(wishes);
        new Escaping(this).addTo(wishes);
        new Breaking(this).addTo(wishes);
        new Stumbling(this).addTo(wishes);
        List<String> names = new ArrayList<>(wishes.keySet());
        ListView list = findViewById(R.id.wishes);
        list.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, names));
        list.setOnItemClickListener((parent, row, at, id) -> carryOut(names.get(at)));
        if (saved != null) {
            tell(saved.getString("told"));
        }
    }

    @Override
    protected void onSaveInstanceState(Bundle saved) {
        super.onSaveInstanceState(saved);
        saved.putString("told", ((TextView) findViewById(R.id.result)).getText().toString());
    }

    @Override
    protected void onActivityResult(int request, int code, Intent data) {
        super.onActivityResult(request, code, data);
        tell(asking.told(request, code, data));
    }

    @Override
    public void onRequestPermissionsResult(int request, String[] permissions, int[] results) {
        StringBuilder told = new StringBuilder();
        for (int at = 0; at < permissions.length; at++) {
            boolean given = results[at] == PackageManager.PERMISSION_GRANTED;
            String name = permissions[at].substring(permissions[at].lastIndexOf('.') + 1);
            told.append(name).append(given ? " given" : " refused")
                    .append(shouldShowRequestPermissionRationale(permissions[at]) ? ", explain" : "").append('\n');
        }
        tell(told.toString().trim());
    }

    @Override
    public void onTrimMemory(int level) {
        super.onTrimMemory(level);
        Waiting.ring(this, "trimmed to " + level);
    }

    void tell(String words) {
        ((TextView) findViewById(R.id.result)).setText(words);
    }

    private void carryOut(String name) {
        try {
            String told = wishes.get(name).carryOut();
            if (told != null) {
                tell(told);
            }
        } catch (Exception refused) {
            tell("refused: " + refused.toString().replaceFirst(": [a-z.]+[A-Z]\\w*@.*", ""));
        }
    }
}
