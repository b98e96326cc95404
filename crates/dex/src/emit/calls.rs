//! Calls, and the constants that stand for methods.

use crate::emit::body::Body;
use crate::emit::bridges::marker;
use crate::emit::call_site;
use crate::emit::probes::{JACOCO, JACOCO_FETCH};
use crate::error::DexError;
use crate::flow::method::Called;
use crate::flow::step::initialised;
use crate::flow::value::Object;
use crate::insn::{Call, Insn, Kind, Op};
use crate::read::file::MethodId;
use crate::types::{TypeId, internal_name};

const VIRTUAL: u8 = 0xb6;
const SPECIAL: u8 = 0xb7;
const STATIC: u8 = 0xb8;
const INTERFACE: u8 = 0xb9;
const DYNAMIC: u8 = 0xba;

impl Body<'_, '_, '_, '_, '_> {
    pub(crate) fn call(&mut self, index: usize, insn: &Insn) -> Result<(), DexError> {
        let Some(called) = self.names.call(&insn.op)? else { return Ok(()) };
        self.asm.stack = self
            .asm
            .stack
            .max(called.taken().filter_map(Kind::of).map(|kind| kind.size() as usize).sum::<usize>() + 4);
        let result = match &insn.op {
            Op::Invoke { call, method, args, result } => {
                match initialised(&self.state, insn, self.names)? {
                    Some((object, _)) => self.construct(object, *method, args, &called, insn.pc)?,
                    None => self.plain_call(*call, *method, args, &called, insn.pc)?,
                }
                result
            }
            Op::InvokePolymorphic { method, args, result, .. } => {
                self.arguments(args, &called, None, insn.pc)?;
                let method = self.names.dex.method(*method)?;
                self.call_library(
                    VIRTUAL,
                    internal_name(method.class),
                    method.name,
                    &called.proto.descriptor(),
                );
                result
            }
            Op::InvokeCustom { call_site, args, result } => {
                self.arguments(args, &called, None, insn.pc)?;
                let site = call_site::constant(*call_site, self.names, self.shared)?;
                self.asm.op_u16(DYNAMIC, site);
                self.asm.bytes.extend([0, 0]);
                result
            }
            _ => return Ok(()),
        };
        match (result, Kind::of(called.proto.result)) {
            (Some(dst), Some(kind)) => self.store_result(index, *dst, kind),
            (None, Some(kind)) => {
                self.asm.pop(kind);
                Ok(())
            }
            (None, None) => Ok(()),
            (Some(_), None) => Err(DexError::BadCode { why: "a result that nothing gives", pc: insn.pc }),
        }
    }

    /// Loads what is handed over; the object as one of another type than the method's class, where that is said.
    fn arguments(
        &mut self,
        args: &[u32],
        called: &Called<'_>,
        this: Option<&str>,
        pc: u32,
    ) -> Result<(), DexError> {
        for (number, (reg, descriptor)) in called.pair(args, pc)?.into_iter().enumerate() {
            let descriptor = this.filter(|_| number == 0).unwrap_or(descriptor);
            self.load_as(reg, descriptor)?;
        }
        Ok(())
    }

    fn plain_call(
        &mut self,
        call: Call,
        method: u32,
        args: &[u32],
        called: &Called<'_>,
        pc: u32,
    ) -> Result<(), DexError> {
        let method = self.names.dex.method(method)?;
        let class = self.names.types.of(method.class);
        let is_interface = self.names.types.is_interface(class);
        let is_known = self.names.types.exists(class);
        let opcode = match call {
            Call::Static => STATIC,
            Call::Super => return self.super_call(&method, class, args, called, pc),
            Call::Direct if class == self.method.class => SPECIAL,
            Call::Interface if !is_known || is_interface => INTERFACE,
            Call::Virtual | Call::Direct | Call::Interface if is_interface => INTERFACE,
            _ => VIRTUAL,
        };
        self.arguments(args, called, None, pc)?;
        let of_interface = is_interface || opcode == INTERFACE;
        let descriptor = called.proto.descriptor();
        let keeper = self
            .shared
            .keeper
            .filter(|_| self.method.name == JACOCO && (method.name, &*descriptor) == JACOCO_FETCH);
        let owner = keeper.map_or(internal_name(method.class), |keeper| &keeper.class);
        self.invoke(opcode, owner, method.name, &descriptor, of_interface);
        Ok(())
    }

    fn invoke(&mut self, opcode: u8, class: &str, name: &str, descriptor: &str, of_interface: bool) {
        let constant = self.shared.pool.method(class, name, descriptor, of_interface);
        self.asm.op_u16(opcode, constant);
        if opcode == INTERFACE {
            let size = descriptor_size(descriptor) + 1;
            self.asm.bytes.extend([size, 0]);
        }
    }

    /// The object counts as one of this class. A JVM looks from this class's parent on, whatever ancestor is named, but it must be
    /// an ancestor; and an interface must be one that this class names itself, so it will.
    fn super_call(
        &mut self,
        method: &MethodId<'_>,
        class: TypeId,
        args: &[u32],
        called: &Called<'_>,
        pc: u32,
    ) -> Result<(), DexError> {
        let this = format!("L{};", self.names.types.name(self.method.class));
        self.arguments(args, called, Some(&this), pc)?;
        let is_interface = self.names.types.is_interface(class);
        let owner = match self.names.types.parent(self.method.class) {
            // An interface's own method is called so by the accessors that Kotlin puts beside it.
            Some(parent) if class == self.method.class && !is_interface => parent,
            _ => class,
        };
        let owner = self.names.types.name(owner).to_owned();
        self.invoke(SPECIAL, &owner, method.name, &called.proto.descriptor(), is_interface);
        if is_interface && class != self.method.class && !self.shared.interfaces.contains(&owner) {
            self.shared.interfaces.push(owner);
        }
        Ok(())
    }

    /// Calls a constructor. One of an ancestor, which Android allows and a JVM does not, is called by way of a bridge.
    fn construct(
        &mut self,
        object: Object,
        method: u32,
        args: &[u32],
        called: &Called<'_>,
        pc: u32,
    ) -> Result<(), DexError> {
        let method = self.names.dex.method(method)?;
        let named = self.names.types.of(method.class);
        let class = match object {
            Object::New { class, .. } => class,
            _ if named == self.method.class => named,
            _ => self.names.types.parent(self.method.class).unwrap_or(named),
        };
        self.arguments(args, called, None, pc)?;
        let mut proto = called.proto.clone();
        let bridge;
        match self.names.types.distance(class, named) {
            Some(0) => {}
            Some(steps) => {
                bridge = marker(steps);
                proto.params.push(&bridge);
                self.asm.op(0x01);
            }
            None => return Err(DexError::BadCode { why: "a constructor of another class", pc }),
        }
        let owner = self.names.types.name(class).to_owned();
        self.invoke(SPECIAL, &owner, "<init>", &proto.descriptor(), false);
        Ok(())
    }

    pub(crate) fn handle_constant(&mut self, index: usize, op: &Op) -> Result<(), DexError> {
        let (dst, constant) = match op {
            Op::ConstMethodHandle { dst, handle } => {
                (dst, call_site::method_handle(*handle, self.names, self.shared.pool)?)
            }
            Op::ConstMethodType { dst, proto } => {
                let descriptor = self.names.dex.proto(*proto)?.descriptor();
                (dst, self.shared.pool.method_type(&descriptor))
            }
            _ => return Ok(()),
        };
        self.asm.constant(constant);
        self.store_result(index, *dst, Kind::Ref)
    }
}

/// How many local variables the parameters of a method take.
pub(crate) fn descriptor_size(descriptor: &str) -> u8 {
    let mut size = 0u8;
    let mut rest = descriptor.strip_prefix('(').unwrap_or(descriptor);
    while let Some(first) = rest.chars().next().filter(|&first| first != ')') {
        size = size.saturating_add(if matches!(first, 'J' | 'D') { 2 } else { 1 });
        let element = rest.trim_start_matches('[');
        let end = if element.starts_with('L') {
            element.find(';').map_or(element.len(), |end| end + 1)
        } else {
            element.chars().next().map_or(0, char::len_utf8)
        };
        rest = &element[end..];
    }
    size
}

#[cfg(test)]
mod tests {
    use super::descriptor_size;

    #[test]
    fn how_much_room_parameters_take() {
        let cases = [
            ("()V", 0),
            ("(IJ)V", 3),
            ("(Ljava/lang/String;D[[J[Ljava/lang/Object;Z)I", 6),
            ("(", 0),
            ("([", 1),
        ];
        for (descriptor, size) in cases {
            assert_eq!(descriptor_size(descriptor), size, "{descriptor}");
        }
    }
}
