//! Classes inside of classes and methods.

use std::collections::{HashMap, HashSet};

use crate::emit::annotations::{Attribute, system, types_in};
use crate::emit::flags;
use crate::emit::pool::Pool;
use crate::read::annotation::Seen;
use crate::read::file::Dex;
use crate::read::value::Value;
use crate::types::internal_name;

/// What a nested class says about itself. Names are as class files have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Nested {
    /// The class it is a member of; none for those inside of methods.
    pub(crate) outer: Option<String>,
    /// None for those without a name.
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) flags: u32,
}

/// Nested classes of the whole app, by name.
pub(crate) type NestedClasses = HashMap<String, Nested>;

/// What a class's annotations say, if it is nested.
pub(crate) fn nested(dex: &Dex<'_>, seen: &[Seen]) -> Option<Nested> {
    let inner = system(dex, seen, "InnerClass")?;
    let flags = match inner.element(dex, "accessFlags") {
        Some(Value::Int(flags)) => *flags as u32,
        _ => 0,
    };
    let name = match inner.element(dex, "name") {
        Some(Value::String(index)) => dex.string(*index).ok().map(<[u8]>::to_vec),
        _ => None,
    };
    let outer =
        match system(dex, seen, "EnclosingClass").and_then(|enclosing| enclosing.element(dex, "value")) {
            Some(Value::Type(index)) if name.is_some() => {
                dex.type_name(*index).ok().map(|name| internal_name(name).to_owned())
            }
            _ => None,
        };
    Some(Nested { outer, name, flags })
}

/// The attributes that tell of a class's place and of the classes in it.
pub(crate) fn attributes(
    dex: &Dex<'_>,
    class: &str,
    seen: &[Seen],
    all: &NestedClasses,
    pool: &mut Pool,
) -> Vec<Attribute> {
    let mut listed: Vec<String> = Vec::new();
    let members = system(dex, seen, "MemberClasses").and_then(|members| members.element(dex, "value"));
    let members = members.map(|value| types_in(dex, value)).unwrap_or_default();
    let mut at = Some(class.to_owned());
    // Those around it, from the outside: a JVM wants them all, and circles it does not want.
    while let Some(name) =
        at.filter(|name| !listed.contains(name) && all.contains_key(name) && listed.len() < 64)
    {
        at = all[&name].outer.clone();
        listed.insert(0, name);
    }
    let mut known: HashSet<String> = listed.iter().cloned().collect();
    for member in members.into_iter().map(internal_name) {
        let is_member = all.get(member).is_some_and(|nested| nested.outer.as_deref() == Some(class));
        if is_member && known.insert(member.to_owned()) {
            listed.push(member.to_owned());
        }
    }
    let mut attributes: Vec<Attribute> = Vec::new();
    if !listed.is_empty() && listed.iter().all(|name| all[name].outer.as_ref() != Some(name)) {
        attributes.push(("InnerClasses", inner_classes(&listed, all, pool)));
    }
    attributes.extend(enclosing(dex, seen, pool));
    attributes
}

fn inner_classes(listed: &[String], all: &NestedClasses, pool: &mut Pool) -> Vec<u8> {
    let mut bytes = (listed.len() as u16).to_be_bytes().to_vec();
    for name in listed {
        let nested = &all[name];
        bytes.extend(pool.class(name).to_be_bytes());
        bytes.extend(nested.outer.as_ref().map_or(0, |outer| pool.class(outer)).to_be_bytes());
        bytes.extend(nested.name.as_ref().map_or(0, |name| pool.raw(name)).to_be_bytes());
        bytes.extend(flags::inner(nested.flags).to_be_bytes());
    }
    bytes
}

/// Of a class inside of a method, or without a name.
fn enclosing(dex: &Dex<'_>, seen: &[Seen], pool: &mut Pool) -> Option<Attribute> {
    let inner = system(dex, seen, "InnerClass")?;
    let by_method =
        system(dex, seen, "EnclosingMethod").and_then(|enclosing| enclosing.element(dex, "value"));
    let (class, method) = match by_method {
        Some(Value::Method(index)) => {
            let method = dex.method(*index).ok()?;
            let member = match method.name {
                "<clinit>" => 0,
                name => pool.name_and_type(name, &method.proto.descriptor()),
            };
            (method.class, member)
        }
        _ => {
            let is_member = matches!(inner.element(dex, "name"), Some(Value::String(_)));
            match system(dex, seen, "EnclosingClass").and_then(|enclosing| enclosing.element(dex, "value")) {
                Some(Value::Type(index)) if !is_member => (dex.type_name(*index).ok()?, 0),
                _ => return None,
            }
        }
    };
    let class = pool.class(internal_name(class));
    Some(("EnclosingMethod", [class.to_be_bytes(), method.to_be_bytes()].concat()))
}
