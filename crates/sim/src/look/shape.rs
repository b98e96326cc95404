//! How widgets are placed.

use taffy::{
    AlignContent, AlignItems, AlignSelf, CoreStyle, Dimension, FlexDirection, FlexWrap,
    FlexboxContainerStyle, FlexboxItemStyle, JustifyContent, LengthPercentage, LengthPercentageAuto, Rect,
    Size,
};

use super::Metrics;
use super::form::Form;
use crate::{Align, Gravity, Kind, Length, View};

/// How a widget is placed: what flexbox asks of it, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    pub(super) flow: Flow,
    /// Its size where it is fixed.
    pub(super) width: Option<f32>,
    pub(super) height: Option<f32>,
    pub(super) min: Size<f32>,
    /// Around what is inside, or around the text.
    pub(super) padding: Rect<f32>,
    gap: f32,
    wrap: bool,
    centered: bool,
    align: Align,
    /// Its share of what is left over along the flow it stands in.
    pub(super) grow: f32,
    shrink: f32,
    /// Whether its share counts from nothing, rather than from the size of what is inside.
    from_nothing: bool,
    align_self: Option<AlignSelf>,
    pub(super) gravity: Gravity,
    /// Whether it takes all the width or height of the stack it stands in.
    pub(super) fills: Size<bool>,
    /// Whether its height is given from above, rather than by what is inside.
    tall: bool,
    pub(super) letters: Letters,
}

/// What a widget stands in, as far as that matters to its shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Parent {
    flow: Flow,
    tall: bool,
    /// Whether it makes its children as high or wide as itself.
    stretches: bool,
}

impl Parent {
    /// What the root of a window stands in.
    pub(super) fn window(height_is_given: bool) -> Parent {
        Parent { flow: Flow::Stack, tall: height_is_given, stretches: true }
    }
}

/// How the children of a widget follow each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Flow {
    Row,
    Column,
    Stack,
    Scroll,
    List { row_px: f32, total: usize, first: usize },
    Leaf,
}

/// The letters of a widget that shows text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Letters {
    pub(super) px: f32,
    pub(super) bold: bool,
    /// 0 is any number.
    pub(super) max_lines: u8,
}

impl Shape {
    /// The shape of a widget in its parent.
    pub(super) fn of(view: &View, parent: Parent, metrics: &Metrics) -> Shape {
        let px = |dp: u32| metrics.px(dp) as f32;
        let style = &view.style;
        let form = Form::of(view);
        let inside = px(u32::from(style.padding));
        let [left, top, right, bottom] = form.around.map(|dp| px(dp) + inside);
        let fixed = |length: Length, by_kind: Option<u32>| match length {
            Length::Dp(dp) => Some(px(dp)),
            Length::Fill => None,
            Length::Content => by_kind.map(px),
        };
        let fill_width = style.width == Length::Fill;
        let fill_height = style.height == Length::Fill;
        let along =
            matches!((parent.flow, fill_width, fill_height), (Flow::Row, true, _) | (Flow::Column, _, true));
        let across =
            matches!((parent.flow, fill_width, fill_height), (Flow::Row, _, true) | (Flow::Column, true, _));
        let grow = if style.grow == 0 && along { 1.0 } else { f32::from(style.grow) };
        let flow = flow_of(view, metrics);
        let holds = flow != Flow::Leaf;
        let height = fixed(style.height, form.height);
        let fills = Size {
            width: fill_width || grow > 0.0 || (holds && style.width == Length::Content),
            height: fill_height || grow > 0.0,
        };
        let given = match parent.flow {
            Flow::Row => across || parent.stretches,
            Flow::Column => grow > 0.0,
            Flow::Stack => fills.height,
            Flow::List { .. } => true,
            Flow::Scroll | Flow::Leaf => false,
        };
        Shape {
            flow,
            width: fixed(style.width, form.width),
            height,
            min: Size { width: px(form.min.0), height: px(form.min.1) },
            padding: Rect { left, right, top, bottom },
            gap: px(u32::from(style.gap)),
            wrap: style.wrap,
            centered: style.centered,
            align: style.align,
            grow,
            // A column that is too high runs over, as Android's does; only what grows gives way there.
            shrink: f32::from(u8::from(grow > 0.0 || (parent.flow == Flow::Row && form.width.is_none()))),
            from_nothing: grow > 0.0 && (parent.flow == Flow::Row || parent.tall),
            align_self: if across {
                Some(AlignSelf::STRETCH)
            } else {
                form.keeps_width.then_some(AlignSelf::START).filter(|_| parent.flow == Flow::Column)
            },
            gravity: form.gravity.unwrap_or(style.gravity),
            fills,
            tall: height.is_some() || (parent.tall && given),
            letters: Letters {
                px: metrics.letters_px(form.sp),
                bold: style.bold || form.bold,
                max_lines: form.max_lines.unwrap_or(style.max_lines),
            },
        }
    }

    /// What its children need to know of it.
    pub(super) fn as_parent(&self) -> Parent {
        Parent { flow: self.flow, tall: self.tall, stretches: self.align == Align::Stretch }
    }

    /// Whether what is inside stands in the middle.
    pub(super) fn is_centered(&self) -> bool {
        self.centered
    }
}

fn flow_of(view: &View, metrics: &Metrics) -> Flow {
    match view.kind {
        Kind::Row | Kind::Dropdown => Flow::Row,
        Kind::Column | Kind::Card => Flow::Column,
        Kind::Stack | Kind::Tab | Kind::Tabs => Flow::Stack,
        Kind::Scroll => Flow::Scroll,
        Kind::List { row_dp, total, first } => {
            let row_px = metrics.letters_px(row_dp).round().max(1.0);
            Flow::List { row_px, total, first }
        }
        _ => Flow::Leaf,
    }
}

impl CoreStyle for &Shape {
    type CustomIdent = String;

    fn size(&self) -> Size<Dimension> {
        let length = |px: Option<f32>| px.map_or(Dimension::auto(), Dimension::length);
        Size { width: length(self.width), height: length(self.height) }
    }

    fn min_size(&self) -> Size<LengthPercentageAuto> {
        self.min.map(LengthPercentageAuto::length)
    }

    fn padding(&self) -> Rect<LengthPercentage> {
        self.padding.map(LengthPercentage::length)
    }
}

impl FlexboxContainerStyle for &Shape {
    fn flex_direction(&self) -> FlexDirection {
        if self.flow == Flow::Row { FlexDirection::Row } else { FlexDirection::Column }
    }

    fn flex_wrap(&self) -> FlexWrap {
        if self.wrap { FlexWrap::Wrap } else { FlexWrap::NoWrap }
    }

    fn gap(&self) -> Size<LengthPercentage> {
        Size { width: LengthPercentage::length(self.gap), height: LengthPercentage::length(self.gap) }
    }

    fn align_content(&self) -> AlignContent {
        AlignContent::START
    }

    fn align_items(&self) -> AlignItems {
        match self.align {
            Align::Stretch => AlignItems::STRETCH,
            Align::Start => AlignItems::START,
            Align::Center => AlignItems::CENTER,
            Align::End => AlignItems::END,
        }
    }

    fn justify_content(&self) -> JustifyContent {
        if self.centered { JustifyContent::CENTER } else { JustifyContent::START }
    }
}

impl FlexboxItemStyle for &Shape {
    fn flex_basis(&self) -> Dimension {
        if self.from_nothing { Dimension::length(0.0) } else { Dimension::auto() }
    }

    fn flex_grow(&self) -> f32 {
        self.grow
    }

    fn flex_shrink(&self) -> f32 {
        self.shrink
    }

    fn align_self(&self) -> Option<AlignSelf> {
        self.align_self
    }
}
