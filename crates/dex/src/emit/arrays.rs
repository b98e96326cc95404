//! Instructions that make, read and write arrays.

use crate::emit::body::Body;
use crate::emit::mutf8;
use crate::error::DexError;
use crate::flow::step::element_kind;
use crate::insn::{ArrayData, Element, Insn, Kind, Op, Reg};
use crate::types::{TypeId, internal_name};

/// Contents longer than this come from a string instead of an instruction for each element.
const FEW: usize = 48;
/// Bytes in one string: as characters each takes up to two in a class file.
const CHUNK: usize = 32_000;

impl Body<'_, '_, '_, '_, '_> {
    pub(crate) fn array(&mut self, index: usize, insn: &Insn) -> Result<(), DexError> {
        match &insn.op {
            Op::ArrayLength { dst, array } => {
                self.load(*array, Kind::Ref)?;
                let value = self.state.get(*array);
                match value.type_id().filter(|&class| !self.names.types.is_array(class)) {
                    None => self.asm.op(0xbe),
                    Some(_) => {
                        self.call_library(
                            0xb8,
                            "java/lang/reflect/Array",
                            "getLength",
                            "(Ljava/lang/Object;)I",
                        );
                    }
                }
                self.store_result(index, *dst, Kind::Int)
            }
            Op::NewArray { dst, size, class } => {
                self.load(*size, Kind::Int)?;
                self.new_array(*class, insn.pc)?;
                self.store_result(index, *dst, Kind::Ref)
            }
            Op::FilledNewArray { class, args, result } => {
                self.filled(*class, args, insn.pc)?;
                match result {
                    Some(dst) => self.store_result(index, *dst, Kind::Ref)?,
                    None => self.asm.pop(Kind::Ref),
                }
                Ok(())
            }
            Op::FillArrayData { array, data } => self.fill(*array, data, insn.pc),
            Op::ArrayGet { element, dst, array, index: at } => {
                let Some((kind, number)) = self.array_of(*array, *element, insn.pc)? else { return Ok(()) };
                self.load(*at, Kind::Int)?;
                self.asm.op(0x2e + number);
                self.store_result(index, *dst, kind)
            }
            Op::ArrayPut { element, src, array, index: at } => {
                let Some((kind, number)) = self.array_of(*array, *element, insn.pc)? else { return Ok(()) };
                self.load(*at, Kind::Int)?;
                self.load(*src, kind)?;
                self.asm.op(0x4f + number);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Loads an array. Says the kind of its elements and the number by which the JVM's opcodes differ. One that is certainly null
    /// throws what it would throw, and none of the rest is reached.
    fn array_of(&mut self, array: Reg, element: Element, pc: u32) -> Result<Option<(Kind, u8)>, DexError> {
        self.load(array, Kind::Ref)?;
        let value = self.state.get(array);
        if value.is_null() {
            self.asm.op(0xbf);
            return Ok(None);
        }
        let kind = element_kind(value, element, self.names);
        let (expected, number) = match (element, kind) {
            (Element::Object, _) => ("[Ljava/lang/Object;", 4),
            (Element::Narrow, Kind::Float) => ("[F", 2),
            (Element::Narrow, _) => ("[I", 0),
            (Element::Wide, Kind::Double) => ("[D", 3),
            (Element::Wide, _) => ("[J", 1),
            (Element::Boolean, _) => ("[Z", 5),
            (Element::Byte, _) => ("[B", 5),
            (Element::Char, _) => ("[C", 6),
            (Element::Short, _) => ("[S", 7),
        };
        self.cast_array(value.type_id(), expected, pc)?;
        Ok(Some((kind, number)))
    }

    fn cast_array(&mut self, class: Option<TypeId>, expected: &str, pc: u32) -> Result<(), DexError> {
        let bad = DexError::BadCode { why: "an array of another type", pc };
        let class = class.ok_or(bad.clone())?;
        match self.names.types.element_descriptor(class) {
            Some(known) if known.starts_with(['L', '[']) == expected.starts_with("[L") => Ok(()),
            Some(_) => Err(bad),
            None => {
                let class = self.shared.pool.class(expected);
                self.asm.op_u16(0xc0, class);
                Ok(())
            }
        }
    }

    /// Makes an array of the size that lies on the stack.
    fn new_array(&mut self, class: u32, pc: u32) -> Result<(), DexError> {
        let bad = DexError::BadCode { why: "an array that is none", pc };
        let descriptor = self.names.dex.type_name(class)?;
        let element = descriptor.strip_prefix('[').ok_or(bad.clone())?;
        let number = match element.as_bytes().first() {
            Some(b'L' | b'[') => {
                let class = self.shared.pool.class(internal_name(element));
                self.asm.op_u16(0xbd, class);
                return Ok(());
            }
            Some(b'Z') => 4,
            Some(b'C') => 5,
            Some(b'F') => 6,
            Some(b'D') => 7,
            Some(b'B') => 8,
            Some(b'S') => 9,
            Some(b'I') => 10,
            Some(b'J') => 11,
            _ => return Err(bad),
        };
        self.asm.op_u8(0xbc, number);
        Ok(())
    }

    fn filled(&mut self, class: u32, args: &[Reg], pc: u32) -> Result<(), DexError> {
        self.asm.int(args.len() as i32, self.shared.pool);
        self.new_array(class, pc)?;
        let element = self.names.dex.type_name(class)?.get(1..).unwrap_or_default();
        let (kind, store) = match element.as_bytes().first() {
            Some(b'L' | b'[') => (Kind::Ref, 0x53),
            Some(b'F') => (Kind::Float, 0x51),
            Some(b'Z' | b'B') => (Kind::Int, 0x54),
            Some(b'C') => (Kind::Int, 0x55),
            Some(b'S') => (Kind::Int, 0x56),
            _ => (Kind::Int, 0x4f),
        };
        for (number, &arg) in args.iter().enumerate() {
            self.asm.op(0x59);
            self.asm.int(number as i32, self.shared.pool);
            self.load(arg, kind)?;
            self.asm.op(store);
        }
        Ok(())
    }

    fn fill(&mut self, array: Reg, data: &ArrayData, pc: u32) -> Result<(), DexError> {
        self.load(array, Kind::Ref)?;
        let value = self.state.get(array);
        if value.is_null() {
            self.asm.op(0xbf);
            return Ok(());
        }
        let bad = DexError::BadCode { why: "contents for something else than an array of numbers", pc };
        let element = value.type_id().and_then(|class| self.names.types.element_descriptor(class));
        let element = element.and_then(|element| element.bytes().next()).ok_or(bad.clone())?;
        let width = match element {
            b'Z' | b'B' => 1,
            b'C' | b'S' => 2,
            b'I' | b'F' => 4,
            b'J' | b'D' => 8,
            _ => return Err(bad),
        };
        if width != usize::from(data.width) {
            return Err(bad);
        }
        if data.bytes.len() / width <= FEW || element == b'Z' {
            self.fill_one_by_one(element, width, data);
        } else {
            self.fill_from_strings(element, width, data);
        }
        self.asm.pop(Kind::Ref);
        Ok(())
    }

    fn fill_one_by_one(&mut self, element: u8, width: usize, data: &ArrayData) {
        for (number, bytes) in data.bytes.chunks_exact(width).enumerate() {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(bytes);
            let bits = u64::from_le_bytes(wide);
            self.asm.op(0x59);
            self.asm.int(number as i32, self.shared.pool);
            let pool = &mut *self.shared.pool;
            let store = match element {
                b'J' => (self.asm.long(bits as i64, pool), 0x50).1,
                b'F' => (self.asm.float(bits as u32, pool), 0x51).1,
                b'D' => (self.asm.double(bits, pool), 0x52).1,
                b'I' => (self.asm.int(bits as i32, pool), 0x4f).1,
                b'C' => (self.asm.int(i32::from(bits as u16), pool), 0x55).1,
                b'S' => (self.asm.int(i32::from(bits as i16), pool), 0x56).1,
                _ => (self.asm.int(i32::from(bits as i8), pool), 0x54).1,
            };
            self.asm.op(store);
        }
    }

    /// The array lies on the stack and stays there. A string's characters are the bytes, the highest of a number first.
    fn fill_from_strings(&mut self, element: u8, width: usize, data: &ArrayData) {
        let (view, getter, buffer) = match element {
            b'C' => ("asCharBuffer", "([CII)Ljava/nio/CharBuffer;", "java/nio/CharBuffer"),
            b'S' => ("asShortBuffer", "([SII)Ljava/nio/ShortBuffer;", "java/nio/ShortBuffer"),
            b'I' => ("asIntBuffer", "([III)Ljava/nio/IntBuffer;", "java/nio/IntBuffer"),
            b'F' => ("asFloatBuffer", "([FII)Ljava/nio/FloatBuffer;", "java/nio/FloatBuffer"),
            b'J' => ("asLongBuffer", "([JII)Ljava/nio/LongBuffer;", "java/nio/LongBuffer"),
            b'D' => ("asDoubleBuffer", "([DII)Ljava/nio/DoubleBuffer;", "java/nio/DoubleBuffer"),
            _ => ("slice", "([BII)Ljava/nio/ByteBuffer;", "java/nio/ByteBuffer"),
        };
        let latin = self.shared.pool.string(b"ISO-8859-1");
        for (number, chunk) in data.bytes.chunks(CHUNK).enumerate() {
            let mut text = Vec::new();
            for &byte in chunk.chunks_exact(width).flat_map(|bytes| bytes.iter().rev()) {
                mutf8::push_unit(&mut text, u16::from(byte));
            }
            let constant = self.shared.pool.string(&text);
            self.asm.op(0x59);
            self.asm.constant(constant);
            self.asm.constant(latin);
            self.call_library(0xb6, "java/lang/String", "getBytes", "(Ljava/lang/String;)[B");
            self.call_library(0xb8, "java/nio/ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;");
            self.call_library(0xb6, "java/nio/ByteBuffer", view, &format!("()L{buffer};"));
            // The array below the buffer: dup_x1, pop would turn them round; swap does.
            self.asm.op(0x5f);
            self.asm.int((number * CHUNK / width) as i32, self.shared.pool);
            self.asm.int((chunk.len() / width) as i32, self.shared.pool);
            self.call_library(0xb6, buffer, "get", getter);
            self.asm.pop(Kind::Ref);
        }
    }
}
