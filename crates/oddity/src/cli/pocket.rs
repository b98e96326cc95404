//! Commands for pocket phones.

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(after_help = "\
A pocket phone runs a real APK on the real Android framework in a JVM on this computer; it needs Java 17 to 23, and Maven to be \
installed. See docs/pocket-phones.md for what it can do and what not.

Examples:
  oddity pocket install
  oddity pocket install --api 30
  oddity hunt app-debug.apk --on pocket")]
pub(crate) struct PocketArgs {
    #[command(subcommand)]
    pub(crate) command: PocketCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PocketCommand {
    /// Fetch the jars and the framework of an API level.
    Install(ApiArgs),
    /// List the API levels, and say which are installed.
    List,
    /// Remove the framework of an API level, or everything.
    Remove(RemoveArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ApiArgs {
    /// The API level.
    #[arg(long, value_name = "LEVEL", default_value_t = 34)]
    pub(crate) api: u32,
}

#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// Only the framework of this API level. Left out: everything, converted apps included.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) api: Option<u32>,
}
