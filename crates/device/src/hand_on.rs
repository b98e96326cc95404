//! For phones that stand before another one.

/// Hands calls of [`Device`](crate::Device) on as they are, for a phone that stands before another one: the field that holds it,
/// then the calls.
///
/// ```
/// use device::Device;
///
/// struct Quiet {
///     phone: Box<dyn Device>,
/// }
///
/// impl Device for Quiet {
///     device::hand_on!(phone: identity kind abilities deadlines now unix_ms wait observe apps launch stop clear_data read_log);
///
///     fn act(&mut self, _: &device::Input) -> Result<(), device::DeviceError> {
///         Ok(())
///     }
/// }
/// ```
#[macro_export]
macro_rules! hand_on {
    ($phone:ident: $($call:ident)+) => { $($crate::hand_on!(@$call $phone);)+ };
    (@identity $phone:ident) => {
        fn identity(&self) -> &$crate::Identity {
            self.$phone.identity()
        }
    };
    (@kind $phone:ident) => {
        fn kind(&self) -> $crate::PhoneKind {
            self.$phone.kind()
        }
    };
    (@abilities $phone:ident) => {
        fn abilities(&self) -> $crate::Abilities {
            self.$phone.abilities()
        }
    };
    (@deadlines $phone:ident) => {
        fn deadlines(&self) -> $crate::Deadlines {
            self.$phone.deadlines()
        }
    };
    (@now $phone:ident) => { $crate::hand_on!(@@now $phone () ::std::time::Duration); };
    (@unix_ms $phone:ident) => { $crate::hand_on!(@@unix_ms $phone () u64); };
    (@wait $phone:ident) => { $crate::hand_on!(@@wait $phone (time: ::std::time::Duration) ()); };
    (@wait_for_rest $phone:ident) => { $crate::hand_on!(@@wait_for_rest $phone (patience: $crate::Patience) ()); };
    (@observe $phone:ident) => { $crate::hand_on!(@@observe $phone () $crate::Observation); };
    (@act $phone:ident) => { $crate::hand_on!(@@act $phone (input: &$crate::Input) ()); };
    (@apps $phone:ident) => { $crate::hand_on!(@@apps $phone () ::std::vec::Vec<$crate::InstalledApp>); };
    (@launch $phone:ident) => { $crate::hand_on!(@@launch $phone (package: &str) ()); };
    (@stop $phone:ident) => { $crate::hand_on!(@@stop $phone (package: &str) ()); };
    (@clear_data $phone:ident) => { $crate::hand_on!(@@clear_data $phone (package: &str) ()); };
    (@read_log $phone:ident) => { $crate::hand_on!(@@read_log $phone (since: $crate::LogPosition) $crate::LogPage); };
    (@change $phone:ident) => { $crate::hand_on!(@@change $phone (change: &$crate::Change) ()); };
    (@screenshot $phone:ident) => { $crate::hand_on!(@@screenshot $phone () $crate::Picture); };
    (@screenshot_of_app $phone:ident) => {
        $crate::hand_on!(@@screenshot_of_app $phone () ::std::option::Option<$crate::Picture>);
    };
    (@snapshot $phone:ident) => { $crate::hand_on!(@@snapshot $phone () $crate::SnapshotId); };
    (@snapshot_data $phone:ident) => { $crate::hand_on!(@@snapshot_data $phone (package: &str) $crate::SnapshotId); };
    (@snapshot_bytes $phone:ident) => {
        fn snapshot_bytes(&mut self, snapshot: $crate::SnapshotId) -> ::std::option::Option<u64> {
            self.$phone.snapshot_bytes(snapshot)
        }
    };
    (@restore $phone:ident) => { $crate::hand_on!(@@restore $phone (snapshot: $crate::SnapshotId) ()); };
    (@forget $phone:ident) => { $crate::hand_on!(@@forget $phone (snapshot: $crate::SnapshotId) ()); };
    (@memory_snapshot $phone:ident) => { $crate::hand_on!(@@memory_snapshot $phone () $crate::MemorySnapshot); };
    (@take_up $phone:ident) => { $crate::hand_on!(@@take_up $phone (snapshot: &$crate::MemorySnapshot) ()); };
    (@coverage $phone:ident) => { $crate::hand_on!(@@coverage $phone () ::std::sync::Arc<$crate::Coverage>); };
    (@@$call:ident $phone:ident ($($with:ident: $kind:ty)?) $answer:ty) => {
        fn $call(&mut self $(, $with: $kind)?) -> ::std::result::Result<$answer, $crate::DeviceError> {
            self.$phone.$call($($with)?)
        }
    };
}
