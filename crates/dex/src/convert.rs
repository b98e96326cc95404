//! All DEX files of an app, class by class.

use crate::emit::bridges::Bridges;
use crate::emit::class;
use crate::emit::flags;
use crate::emit::inner::{self, NestedClasses};
use crate::emit::probes::ProbeKeeper;
use crate::error::DexError;
use crate::flow::method::Names;
use crate::insn::decode::decode;
use crate::library::{Library, TypeFacts};
use crate::read::annotation::Annotations;
use crate::read::class::Class;
use crate::read::code::CodeItem;
use crate::read::file::Dex;
use crate::types::{Types, internal_name};

/// How an app's code is converted.
pub struct Options<'o> {
    /// The framework and Java.
    pub library: &'o dyn Library,
    /// Who keeps the probes; none are put in where there is nobody.
    pub probes: Option<ProbeKeeper>,
    /// Asked before each class: whether to give up, since it takes too long.
    pub is_over: &'o dyn Fn() -> bool,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Converted {
    /// How many classes were handed on.
    pub classes: u32,
    /// How many probes there are.
    pub probes: u32,
    /// What could not be converted.
    pub refused: Vec<Refused>,
}

/// A method that throws `VerifyError` when it is called, or a class that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The class, as class files name it.
    pub class: String,
    /// Name and descriptor; none where the whole class is missing.
    pub method: Option<String>,
    /// Why.
    pub why: DexError,
}

/// Hands a class on: its name as class files have it, and its bytes.
pub type Sink<'s> = &'s mut dyn FnMut(&str, &[u8]) -> Result<(), String>;

/// The largest apps have half of it.
const MOST_CLASSES: usize = 1 << 19;

/// What has to be known of all classes before the first is written.
pub(crate) struct Whole {
    pub(crate) bridges: Bridges,
    pub(crate) nested: NestedClasses,
}

/// Converts the DEX files of an app, the first first: where two have a class of the same name, the first counts, as on a phone.
///
/// Every class that is handed on loads and verifies on a JVM of version 17, if the library tells the truth. A method that could
/// not be converted throws when it is called, and is told. A file that is no DEX file at all is an error.
pub fn convert(files: &[&[u8]], options: &Options<'_>, sink: Sink<'_>) -> Result<Converted, DexError> {
    let files = files.iter().map(|file| Dex::parse(file)).collect::<Result<Vec<_>, _>>()?;
    let mut types = Types::new(options.library);
    let mut converted = Converted::default();
    let count = files.iter().map(|dex| dex.class_count() as usize).sum();
    if count > MOST_CLASSES {
        return Err(DexError::TooMany { what: "classes", count, limit: MOST_CLASSES });
    }
    let classes = declare(&files, &mut types, &mut converted);
    let whole = survey(&classes, &mut types, options)?;
    for (dex, class) in &classes {
        if (options.is_over)() {
            return Err(DexError::TooLong { class: internal_name(class.name).to_owned() });
        }
        let name = internal_name(class.name);
        match class::write(dex, class, &mut types, &whole, options) {
            Ok(written) => {
                sink(name, &written.bytes).map_err(DexError::Write)?;
                converted.classes += 1;
                converted.probes += written.probes;
                let refused = written.refused.into_iter();
                converted.refused.extend(refused.map(|(method, why)| Refused {
                    class: name.to_owned(),
                    method: Some(method),
                    why,
                }));
            }
            Err(why) => converted.refused.push(Refused { class: name.to_owned(), method: None, why }),
        }
    }
    Ok(converted)
}

type Classes<'d, 'a> = Vec<(&'d Dex<'a>, Class<'a>)>;

/// The classes that count, and what they say about their parents.
fn declare<'d, 'a>(
    files: &'d [Dex<'a>],
    types: &mut Types<'_>,
    converted: &mut Converted,
) -> Classes<'d, 'a> {
    let mut classes = Vec::new();
    for dex in files {
        for index in 0..dex.class_count() {
            match Class::read(dex, index) {
                Ok(class) => {
                    let facts = TypeFacts {
                        parent: class.parent.map(|parent| internal_name(parent).to_owned()),
                        is_interface: class.flags & flags::INTERFACE != 0,
                    };
                    if types.declare(internal_name(class.name), facts) {
                        classes.push((dex, class));
                    }
                }
                Err(why) => {
                    converted.refused.push(Refused { class: format!("class {index}"), method: None, why });
                }
            }
        }
    }
    classes
}

/// What is broken here is told when its class is written.
fn survey(
    classes: &Classes<'_, '_>,
    types: &mut Types<'_>,
    options: &Options<'_>,
) -> Result<Whole, DexError> {
    let mut whole = Whole { bridges: Bridges::default(), nested: NestedClasses::new() };
    for (dex, class) in classes {
        if (options.is_over)() {
            return Err(DexError::TooLong { class: internal_name(class.name).to_owned() });
        }
        if let Ok(annotations) = Annotations::read(dex, class.annotations_at)
            && let Some(nested) = inner::nested(dex, &annotations.class)
        {
            whole.nested.insert(internal_name(class.name).to_owned(), nested);
        }
        let _ = survey_code(dex, class, types, &mut whole.bridges);
    }
    whole.bridges.settle(types);
    Ok(whole)
}

fn survey_code(
    dex: &Dex<'_>,
    class: &Class<'_>,
    types: &mut Types<'_>,
    bridges: &mut Bridges,
) -> Result<(), DexError> {
    let id = types.of(class.name);
    let mut names = Names { dex, types };
    for member in class.members(dex)?.methods() {
        bridges.note_defined(id, &dex.method(member.index)?);
        if member.code_at == 0 {
            continue;
        }
        let item = CodeItem::read(dex, member.code_at);
        let Ok(insns) = item.and_then(|item| decode(&item.units)) else { continue };
        let _ = bridges.note(id, &dex.method(member.index)?, &insns, &mut names);
    }
    Ok(())
}
