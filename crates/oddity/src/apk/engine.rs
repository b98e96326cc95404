//! Apps whose screens are drawn by native code: what a pocket phone could run of them is an empty shell.

/// A builder of apps, and a file that tells of it: the end of its path.
const ENGINES: &[(&str, &[&str])] = &[
    ("Flutter", &["/libflutter.so"]),
    ("Unity", &["/libunity.so"]),
    (
        "React Native",
        &["/libreactnativejni.so", "/libreactnative.so", "/libhermes.so", "assets/index.android.bundle"],
    ),
    ("Unreal Engine", &["/libUnreal.so", "/libUE4.so"]),
    ("Godot", &["/libgodot_android.so"]),
    (".NET", &["/libmonosgen-2.0.so", "/libmonodroid.so"]),
    ("Qt", &["/libQt5Core.so", "/libQt5Core_arm64-v8a.so", "/libQt6Core_arm64-v8a.so"]),
    ("libGDX", &["/libgdx.so"]),
    ("Cocos", &["/libcocos2djs.so", "/libcocos2dcpp.so", "/libcocos.so"]),
    ("Kivy", &["assets/private.mp3", "assets/private.tar"]),
    ("SDL", &["/libSDL2.so"]),
];

/// What an app with these files was made with, where that draws by native code.
pub(crate) fn of(files: &[String]) -> Option<&'static str> {
    let has = |end: &str| {
        let is_library = end.starts_with('/');
        files.iter().any(|file| {
            if is_library { file.starts_with("lib/") && file.ends_with(end) } else { file == end }
        })
    };
    ENGINES.iter().find(|(_, ends)| ends.iter().any(|end| has(end))).map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_draws_by_native_code_is_known_by_its_files() {
        let check = |files: &[&str], expected| {
            let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
            assert_eq!(of(&files), expected, "{files:?}");
        };
        check(&["classes.dex", "lib/arm64-v8a/libflutter.so", "lib/arm64-v8a/libapp.so"], Some("Flutter"));
        check(&["lib/x86/libunity.so"], Some("Unity"));
        check(&["assets/index.android.bundle"], Some("React Native"));
        // Helpers of an app that is drawn by widgets or Compose.
        check(&["lib/x86/libandroidx.graphics.path.so", "lib/x86/libdatastore_shared_counter.so"], None);
        check(&["assets/libflutter.so", "res/libunity.so.xml"], None);
    }
}
