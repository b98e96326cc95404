//! System calls that no app needs.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};

use super::past_landlock;

/// Refused whatever they are asked for: other processes, other roots, the kernel's own settings.
const REFUSED: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_personality,
    libc::SYS_vhangup,
];

/// Those that only this kind of processor has.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] =
    &[libc::SYS_fork, libc::SYS_vfork, libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// The same calls in the other numbering that x86-64 kernels may answer to.
#[cfg(target_arch = "x86_64")]
const OTHER_NUMBERING: i64 = 0x4000_0000;
#[cfg(not(target_arch = "x86_64"))]
const OTHER_NUMBERING: i64 = 0;

/// From now on, for good and for whatever this process becomes. Who has no root and no namespaces of its own is also refused what
/// reaches others' files and processes past Landlock.
pub(super) fn refuse(sockets: Sockets, has_own_root: bool) -> io::Result<()> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    let mut add = |call: i64, rule: Vec<SeccompRule>| {
        rules.insert(call, rule.clone());
        rules.insert(call | OTHER_NUMBERING, rule);
    };
    for &call in REFUSED.iter().chain(REFUSED_HERE) {
        add(call, Vec::new());
    }
    // Threads, and no processes.
    let thread = u64::try_from(libc::CLONE_THREAD).unwrap_or_default();
    add(libc::SYS_clone, vec![rule(&[(0, SeccompCmpOp::MaskedEq(thread), 0)])?]);
    let families = [libc::AF_INET, libc::AF_INET6].map(|family| u64::try_from(family).unwrap_or_default());
    match sockets {
        // Not those of this computer's own services, which have names in the file system or in none.
        Sockets::OfNetworks => {
            add(libc::SYS_socket, vec![rule(&families.map(|family| (0, SeccompCmpOp::Ne, family)))?]);
        }
        Sockets::None => add(libc::SYS_socket, Vec::new()),
    }
    if !has_own_root {
        past_landlock::rules()?.into_iter().for_each(|(call, rule)| add(call, rule));
    }
    apply(rules, libc::EPERM)?;
    // What they want cannot be seen from outside. Libraries take the older call where these are not there.
    let unseen = if has_own_root { &[] } else { past_landlock::UNSEEN };
    let newer = unseen.iter().chain(&[libc::SYS_clone3]);
    let newer = newer.flat_map(|call| [*call, call | OTHER_NUMBERING]).map(|call| (call, Vec::new()));
    apply(newer.collect(), libc::ENOSYS)
}

/// Which sockets may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sockets {
    /// Those that lead to networks, of which there may be none.
    OfNetworks,
    None,
}

pub(super) fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> io::Result<SeccompRule> {
    let conditions = conditions.iter().map(|(argument, compared, with)| {
        SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, compared.clone(), *with)
    });
    let conditions = conditions.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)?;
    SeccompRule::new(conditions).map_err(io::Error::other)
}

fn apply(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> io::Result<()> {
    let processor = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refusal = SeccompAction::Errno(u32::try_from(error).unwrap_or_default());
    let filter =
        SeccompFilter::new(rules, SeccompAction::Allow, refusal, processor).map_err(io::Error::other)?;
    let filter = BpfProgram::try_from(filter).map_err(io::Error::other)?;
    seccompiler::apply_filter(&filter).map_err(io::Error::other)
}
