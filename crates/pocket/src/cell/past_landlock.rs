//! What a process can still do to others' files and processes where Landlock is all that keeps it in.
//!
//! Landlock looks at opening, making, moving and removing files. It does not look at what is asked of a file by its name alone (its
//! rights, its owner, its times; before Linux 6.2 its length), nor at other processes of the same user. No filter of calls sees names,
//! so these calls are refused for all files, the app's own included: Java says then that it could not.

use std::io;

use seccompiler::{SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};

use super::calls::rule;

const REFUSED: &[i64] = &[
    // Files by their names, and what an open one lets its owner do though it is open for reading only.
    libc::SYS_truncate,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
    // It tells which files others make.
    libc::SYS_inotify_add_watch,
    // Memory and messages that processes of one user share.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Other processes.
    libc::SYS_tkill,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
];

/// The same by older calls, which newer kinds of processors do not have.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// Calls that not every library knows by name yet; their numbers are the same on all processors.
const FCHMODAT2: i64 = 452;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const FILE_SETATTR: i64 = 469;

/// Calls that say where no filter sees it what they want. Libraries take older ones where there are none of these.
pub(super) const UNSEEN: &[i64] = &[libc::SYS_openat2];

/// Each call with the rule by which it is refused; one without conditions always is.
pub(super) fn rules() -> io::Result<Vec<(i64, Vec<SeccompRule>)>> {
    let mut rules: Vec<(i64, Vec<SeccompRule>)> =
        REFUSED.iter().chain(REFUSED_HERE).map(|&call| (call, Vec::new())).collect();
    let own = u64::from(std::process::id());
    for call in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo] {
        rules.push((call, vec![rule(&[(0, SeccompCmpOp::Ne, own)])?]));
    }
    // One's own limits have no number.
    rules.push((libc::SYS_prlimit64, vec![rule(&[(0, SeccompCmpOp::Ne, 0), (0, SeccompCmpOp::Ne, own)])?]));
    // The times of an open file have no name.
    let named = SeccompCondition::new(1, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0);
    let named = named.and_then(|named| SeccompRule::new(vec![named])).map_err(io::Error::other)?;
    rules.push((libc::SYS_utimensat, vec![named]));
    // Whoever opens for reading and empties the file at once: before Linux 6.2 Landlock sees somebody who reads.
    let empties = |flags: u8| {
        let asked = u64::from((libc::O_ACCMODE | libc::O_TRUNC).unsigned_abs());
        rule(&[(flags, SeccompCmpOp::MaskedEq(asked), u64::from(libc::O_TRUNC.unsigned_abs()))])
    };
    rules.push((libc::SYS_openat, vec![empties(2)?]));
    #[cfg(target_arch = "x86_64")]
    rules.push((libc::SYS_open, vec![empties(1)?]));
    Ok(rules)
}
