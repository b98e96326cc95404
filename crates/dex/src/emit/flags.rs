//! Modifiers as a JVM takes them: DEX files have some that it refuses.

pub(crate) const PUBLIC: u32 = 0x1;
pub(crate) const PRIVATE: u32 = 0x2;
pub(crate) const PROTECTED: u32 = 0x4;
pub(crate) const STATIC: u32 = 0x8;
pub(crate) const FINAL: u32 = 0x10;
const SYNCHRONIZED: u32 = 0x20;
const SUPER: u32 = 0x20;
const VOLATILE: u32 = 0x40;
const VARARGS: u32 = 0x80;
const NATIVE: u32 = 0x100;
pub(crate) const INTERFACE: u32 = 0x200;
pub(crate) const ABSTRACT: u32 = 0x400;
const STRICT: u32 = 0x800;
pub(crate) const SYNTHETIC: u32 = 0x1000;
const ANNOTATION: u32 = 0x2000;
const ENUM: u32 = 0x4000;

const VISIBILITY: u32 = PUBLIC | PRIVATE | PROTECTED;

/// Of a class.
pub(crate) fn class(flags: u32) -> u16 {
    let kept = flags & (PUBLIC | FINAL | INTERFACE | ABSTRACT | SYNTHETIC | ANNOTATION | ENUM);
    // Only top-level visibility exists in a class file; what a nested class had is told elsewhere.
    let visible = if flags & PROTECTED != 0 { kept | PUBLIC } else { kept };
    shape(visible, SUPER) as u16
}

/// Of a class as the one around it tells it.
pub(crate) fn inner(flags: u32) -> u16 {
    let kept = flags & (VISIBILITY | STATIC | FINAL | INTERFACE | ABSTRACT | SYNTHETIC | ANNOTATION | ENUM);
    shape(one_visibility(kept), 0) as u16
}

fn shape(flags: u32, of_classes: u32) -> u32 {
    if flags & INTERFACE != 0 {
        return (flags | ABSTRACT) & !(FINAL | ENUM);
    }
    let flags = flags & !ANNOTATION | of_classes;
    if flags & ABSTRACT != 0 { flags & !FINAL } else { flags }
}

/// Of a field.
pub(crate) fn field(flags: u32, of_interface: bool) -> u16 {
    let kept = one_visibility(flags & (0xdf | SYNTHETIC | ENUM));
    let kept = if kept & VOLATILE != 0 { kept & !FINAL } else { kept };
    if of_interface { (kept & SYNTHETIC | PUBLIC | STATIC | FINAL) as u16 } else { kept as u16 }
}

/// Of a method.
pub(crate) fn method(flags: u32, name: &str, of_interface: bool, has_code: bool) -> u16 {
    if name == "<clinit>" {
        return STATIC as u16;
    }
    let mut kept = one_visibility(
        flags
            & (VISIBILITY
                | STATIC
                | FINAL
                | SYNCHRONIZED
                | 0x40
                | VARARGS
                | NATIVE
                | ABSTRACT
                | STRICT
                | SYNTHETIC),
    );
    if name == "<init>" {
        kept &= VISIBILITY | VARARGS | SYNTHETIC;
    }
    if has_code {
        kept &= !(NATIVE | ABSTRACT);
    } else if kept & NATIVE == 0 {
        kept |= ABSTRACT;
    }
    if kept & ABSTRACT != 0 {
        kept &= !(PRIVATE | STATIC | FINAL | SYNCHRONIZED | NATIVE | STRICT);
    }
    if of_interface {
        kept &= !(PROTECTED | FINAL | SYNCHRONIZED | NATIVE);
        kept |= if kept & PRIVATE == 0 { PUBLIC } else { 0 };
    }
    // Android writes the lock into the code of a synchronized method; only a native one still has the modifier.
    if kept & NATIVE == 0 { (kept & !SYNCHRONIZED) as u16 } else { kept as u16 }
}

fn one_visibility(flags: u32) -> u32 {
    match flags & VISIBILITY {
        seen if seen & PUBLIC != 0 => flags & !VISIBILITY | PUBLIC,
        seen if seen & PROTECTED != 0 => flags & !VISIBILITY | PROTECTED,
        _ => flags,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_that_a_jvm_takes() {
        assert_eq!(class(0), 0x20, "a plain class");
        assert_eq!(class(INTERFACE), (INTERFACE | ABSTRACT) as u16, "an interface is abstract");
        assert_eq!(class(FINAL | ABSTRACT), (ABSTRACT | SUPER) as u16);
        assert_eq!(method(PUBLIC | 0x10000, "<init>", false, true), PUBLIC as u16);
        assert_eq!(method(STATIC | 0x10000, "<clinit>", false, true), STATIC as u16);
        assert_eq!(method(PUBLIC | PRIVATE, "f", false, true), PUBLIC as u16);
        assert_eq!(method(0, "f", true, false), (PUBLIC | ABSTRACT) as u16);
        assert_eq!(field(PRIVATE, true), (PUBLIC | STATIC | FINAL) as u16);
    }
}
