//! A whole class file.

use crate::convert::{Options, Whole};
use crate::emit::annotations::{self, Attribute, system, types_in};
use crate::emit::body::{Analysis, Code, Shared, translate};
use crate::emit::bootstrap::Bootstraps;
use crate::emit::calls::descriptor_size;
use crate::emit::members::{self, write_attributes};
use crate::emit::pool::Pool;
use crate::emit::probes::{self, MethodProbes, ProbeKeeper};
use crate::emit::{flags, inner};
use crate::error::DexError;
use crate::flow::method::{Method, Names};
use crate::read::annotation::Annotations;
use crate::read::class::{Class, Member};
use crate::read::code::CodeItem;
use crate::read::debug;
use crate::read::file::{Dex, MethodId};
use crate::read::value::Value;
use crate::types::{TypeId, Types, internal_name};

/// The first version with static methods in interfaces. In later ones final fields can be written only by initialisers, which R8's
/// code does not keep to.
const PLAIN: u16 = 52;
const WITH_NESTS: u16 = 55;
const WITH_RECORDS: u16 = 60;

/// A class file, how many probes it has, and which methods could not be translated and why.
pub(crate) struct Written {
    pub(crate) bytes: Vec<u8>,
    pub(crate) probes: u32,
    pub(crate) refused: Vec<(String, DexError)>,
}

pub(crate) fn write(
    dex: &Dex<'_>,
    class: &Class<'_>,
    types: &mut Types<'_>,
    whole: &Whole,
    options: &Options<'_>,
) -> Result<Written, DexError> {
    let name = internal_name(class.name);
    let annotations = Annotations::read(dex, class.annotations_at)?;
    let interfaces = class.interfaces(dex)?.iter().map(|name| internal_name(name).to_owned()).collect();
    let writer = Writer {
        dex,
        class,
        id: types.id(name),
        types,
        annotations,
        of_interface: class.flags & flags::INTERFACE != 0,
        keeper: None,
        own_keeper: options.probes.as_ref(),
        is_over: options.is_over,
        pool: Pool::default(),
        bootstraps: Bootstraps::default(),
        interfaces,
        probes: 0,
        refused: Vec::new(),
    };
    writer.write(whole)
}

struct Writer<'w, 'a, 'l> {
    dex: &'w Dex<'a>,
    class: &'w Class<'a>,
    id: TypeId,
    types: &'w mut Types<'l>,
    annotations: Annotations,
    of_interface: bool,
    /// Where this class gets probes.
    keeper: Option<&'w ProbeKeeper>,
    own_keeper: Option<&'w ProbeKeeper>,
    is_over: &'w dyn Fn() -> bool,
    pool: Pool,
    bootstraps: Bootstraps,
    interfaces: Vec<String>,
    probes: u32,
    refused: Vec<(String, DexError)>,
}

impl Writer<'_, '_, '_> {
    fn write(mut self, whole: &Whole) -> Result<Written, DexError> {
        let name = internal_name(self.class.name);
        let members = self.class.members(self.dex)?;
        let is_left_out =
            |keeper: &&ProbeKeeper| keeper.without.iter().any(|package| name.starts_with(package));
        let has_own = members
            .methods()
            .any(|member| self.dex.method(member.index).is_ok_and(|id| id.name == probes::JACOCO));
        self.keeper = self.own_keeper.filter(|keeper| !self.of_interface && !has_own && !is_left_out(keeper));
        let fields = self.fields(&members.static_fields, &members.instance_fields)?;
        let mut methods = Vec::new();
        for member in members.methods() {
            methods.push(self.method(member)?);
        }
        let parent = self.class.parent.map_or("java/lang/Object", internal_name);
        for (descriptor, code) in whole.bridges.of(self.id, parent, &mut self.pool) {
            methods.push(self.bridge(&descriptor, code));
        }
        let mut fields = fields;
        self.add_fetcher(&mut fields, &mut methods);
        let (attributes, version) = self.attributes(whole)?;
        let mut bytes = self.body(parent, &fields, &methods)?;
        write_attributes(&attributes, &mut self.pool, &mut bytes);
        let mut file = 0xcafe_babe_u32.to_be_bytes().to_vec();
        file.extend([0, 0]);
        file.extend(version.to_be_bytes());
        self.pool.write(&mut file)?;
        file.extend(bytes);
        Ok(Written { bytes: file, probes: self.probes, refused: self.refused })
    }

    /// All between the constants and the attributes.
    fn body(&mut self, parent: &str, fields: &[Vec<u8>], methods: &[Vec<u8>]) -> Result<Vec<u8>, DexError> {
        let mut bytes = flags::class(self.class.flags).to_be_bytes().to_vec();
        bytes.extend(self.pool.class(internal_name(self.class.name)).to_be_bytes());
        let parent = if self.class.name == "Ljava/lang/Object;" { 0 } else { self.pool.class(parent) };
        bytes.extend(parent.to_be_bytes());
        let mut interfaces: Vec<u16> = Vec::new();
        for interface in &self.interfaces {
            let interface = self.pool.class(interface);
            if !interfaces.contains(&interface) {
                interfaces.push(interface);
            }
        }
        bytes.extend((interfaces.len() as u16).to_be_bytes());
        bytes.extend(interfaces.iter().flat_map(|interface| interface.to_be_bytes()));
        for list in [fields, methods] {
            let limit = usize::from(u16::MAX);
            if list.len() > limit {
                return Err(DexError::TooMany { what: "members of a class", count: list.len(), limit });
            }
            bytes.extend((list.len() as u16).to_be_bytes());
            bytes.extend(list.concat());
        }
        Ok(bytes)
    }

    fn fields(&mut self, of_class: &[Member], of_objects: &[Member]) -> Result<Vec<Vec<u8>>, DexError> {
        let values = Value::list_at(self.dex, self.class.static_values_at)?;
        let with_values = of_class.iter().zip(values.iter().map(Some).chain(std::iter::repeat(None)));
        let all = with_values.chain(of_objects.iter().map(|member| (member, None)));
        all.map(|(member, value)| {
            members::field(self.dex, member, value, self.of_interface, &self.annotations, &mut self.pool)
        })
        .collect()
    }

    fn method(&mut self, member: &Member) -> Result<Vec<u8>, DexError> {
        let id = self.dex.method(member.index)?;
        let code = match member.code_at {
            0 => None,
            at => Some(self.code(member, &id, at)),
        };
        let mut shared = Shared {
            pool: &mut self.pool,
            bootstraps: &mut self.bootstraps,
            keeper: self.own_keeper,
            interfaces: &mut self.interfaces,
        };
        members::method(
            self.dex,
            member,
            &id,
            code.as_ref(),
            self.of_interface,
            &self.annotations,
            &mut shared,
        )
    }

    /// The method's code, or code that throws where there can be none.
    fn code(&mut self, member: &Member, id: &MethodId<'_>, at: usize) -> Code {
        self.try_code(member, id, at).unwrap_or_else(|error| {
            let why = format!("cannot convert {}.{}: {error}", internal_name(id.class), id.name);
            self.refused.push((format!("{}{}", id.name, id.proto.descriptor()), error));
            let arguments = u16::from(descriptor_size(&id.proto.descriptor())) + 1;
            members::refusal(&why, arguments, &mut self.pool)
        })
    }

    fn try_code(&mut self, member: &Member, id: &MethodId<'_>, at: usize) -> Result<Code, DexError> {
        if (self.is_over)() {
            return Err(DexError::TooLong { class: internal_name(self.class.name).to_owned() });
        }
        let item = CodeItem::read(self.dex, at)?;
        let method = Method {
            class: self.id,
            name: id.name,
            is_static: member.flags & flags::STATIC != 0,
            proto: id.proto.clone(),
            registers: item.registers.into(),
            ins: item.ins.into(),
        };
        // What is said about lines may be nonsense without harm.
        let lines = debug::lines(self.dex, item.debug_at).unwrap_or_default();
        let mut names = Names { dex: self.dex, types: self.types };
        let analysis = Analysis::new(&method, &item, &mut names)?;
        let mut shared = Shared {
            pool: &mut self.pool,
            bootstraps: &mut self.bootstraps,
            keeper: self.own_keeper,
            interfaces: &mut self.interfaces,
        };
        if id.name == probes::JACOCO {
            self.probes += probes::count_of_jacoco(&analysis.insns);
        }
        if self.keeper.is_some() {
            let probes = MethodProbes::new(internal_name(self.class.name), self.probes, &analysis.entries);
            if let Ok(code) = translate(&method, &analysis, &lines, Some(&probes), &mut names, &mut shared) {
                self.probes = probes.end;
                return Ok(code);
            }
        }
        // It may be short enough without probes.
        translate(&method, &analysis, &lines, None, &mut names, &mut shared)
    }

    fn bridge(&mut self, descriptor: &str, code: crate::emit::bridges::BridgeCode) -> Vec<u8> {
        let code = Code {
            bytes: code.bytes,
            stack: code.stack,
            locals: code.locals,
            exceptions: Vec::new(),
            frames: Vec::new(),
            lines: Vec::new(),
        };
        let attribute = ("Code", members::code_attribute(&code, &mut self.pool));
        members::header(
            (flags::PUBLIC | flags::SYNTHETIC) as u16,
            "<init>",
            descriptor,
            &[attribute],
            &mut self.pool,
        )
    }

    fn add_fetcher(&mut self, fields: &mut Vec<Vec<u8>>, methods: &mut Vec<Vec<u8>>) {
        let Some(keeper) = self.keeper.filter(|_| self.probes > 0) else { return };
        let (bytes, frames) =
            probes::fetcher(internal_name(self.class.name), self.probes, keeper, &mut self.pool);
        let code = Code { bytes, stack: 3, locals: 0, exceptions: Vec::new(), frames, lines: Vec::new() };
        let attribute = ("Code", members::code_attribute(&code, &mut self.pool));
        let modifiers = (flags::PRIVATE | flags::STATIC | flags::SYNTHETIC) as u16;
        fields.push(members::header(modifiers, probes::FIELD, "[Z", &[], &mut self.pool));
        methods.push(members::header(
            modifiers,
            probes::METHOD,
            probes::METHOD_DESCRIPTOR,
            &[attribute],
            &mut self.pool,
        ));
    }

    /// With the version of class files that the attributes need.
    fn attributes(&mut self, whole: &Whole) -> Result<(Vec<Attribute>, u16), DexError> {
        let (dex, pool) = (self.dex, &mut self.pool);
        let seen = &self.annotations.class;
        let mut version = PLAIN;
        let mut attributes: Vec<Attribute> = Vec::new();
        attributes
            .extend(self.class.source_file.map(|file| ("SourceFile", pool.raw(file).to_be_bytes().to_vec())));
        attributes.extend(annotations::visible(dex, seen, pool)?);
        attributes.extend(annotations::signature(dex, seen, pool));
        attributes.extend(inner::attributes(dex, internal_name(self.class.name), seen, &whole.nested, pool));
        for (annotation, attribute, element) in
            [("NestHost", "NestHost", "host"), ("NestMembers", "NestMembers", "classes")]
        {
            if let Some(value) = system(dex, seen, annotation).and_then(|found| found.element(dex, element)) {
                version = version.max(WITH_NESTS);
                attributes.push((attribute, nest(dex, value, pool)));
            }
        }
        if self.class.parent == Some("Ljava/lang/Record;") {
            version = version.max(WITH_RECORDS);
            attributes.extend(record(dex, seen, pool));
        }
        attributes.extend(self.bootstraps.write().map(|bytes| ("BootstrapMethods", bytes)));
        Ok((attributes, version))
    }
}

fn nest(dex: &Dex<'_>, value: &Value, pool: &mut Pool) -> Vec<u8> {
    if let Value::Type(index) = value {
        let host = dex.type_name(*index).unwrap_or("java/lang/Object");
        return pool.class(internal_name(host)).to_be_bytes().to_vec();
    }
    let members = types_in(dex, value);
    let mut bytes = (members.len() as u16).to_be_bytes().to_vec();
    bytes.extend(members.iter().flat_map(|member| pool.class(internal_name(member)).to_be_bytes()));
    bytes
}

/// The components of a record: names and types.
fn record(dex: &Dex<'_>, seen: &[crate::read::annotation::Seen], pool: &mut Pool) -> Option<Attribute> {
    let record = system(dex, seen, "Record")?;
    let Value::Array(names) = record.element(dex, "componentNames")? else { return None };
    let types = types_in(dex, record.element(dex, "componentTypes")?);
    let mut bytes = (types.len() as u16).to_be_bytes().to_vec();
    for (name, kind) in names.iter().zip(types) {
        let Value::String(name) = name else { return None };
        bytes.extend(pool.raw(dex.string(*name).ok()?).to_be_bytes());
        bytes.extend(pool.utf8(kind).to_be_bytes());
        bytes.extend([0, 0]);
    }
    Some(("Record", bytes))
}
