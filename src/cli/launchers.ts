import { homedir } from "node:os";
import { basename, join } from "node:path";
import { oldestNode } from "../needs-node.ts";
import { executableName, ownProduct, platformPackage, platformScope } from "./provider-names.ts";

/** The first lines of a launcher: they find `lib` beside it, also if it is started by a link, or as `sh NAME` in its folder. */
const findsLib = `case $0 in */*) me=$0 ;; *) me=./$0 ;; esac
[ -L "$me" ] && me=$(readlink -f "$me")
lib=\${me%/*}/lib
`;

/**
 * The launcher of the executable on Linux. The program needs glibc. Without it, or on Alpine, the loader in `lib`
 * starts the program. If standard output is closed, the runtime would open /dev/null in its place, and the program
 * could not notice. A core starts a provider three times for a plan, so the runtime compiles a function to machine code later than
 * it would by itself: a start is over before that pays.
 */
export function linuxLauncher(loader: string, { name } = ownProduct): string {
  return `#!/bin/sh
${findsLib}fail() {
  echo "✗ $1" >&2
  exit 1
}
[ -e /proc/self ] || fail "${name} needs /proc, which is not mounted here."
[ -e /proc/self/fd/1 ] || fail "Standard output is closed. Redirect it, for example to /dev/null."
[ -e "$lib/${name}" ] || fail "There is no $lib/${name}. Keep the files of the archive together, and start them by a link or by their whole path."
export BUN_JSC_thresholdForJITAfterWarmUp=5000
[ -e ${loader} ] && [ ! -e /etc/alpine-release ] && exec "$lib/${name}" "$@"
exec "$lib/${basename(loader)}" --library-path "$lib" "$lib/${name}" "$@"
`;
}

/** The file with the path of the Node that installed the provider. */
export function nodeRecord({ XDG_DATA_HOME, HOME = homedir() }: NodeJS.ProcessEnv): string {
  return join(XDG_DATA_HOME || join(HOME, ".local", "share"), "certorder", "node");
}

/**
 * The launcher of the scripts. It starts the executable if npm has installed it beside our package. Else it takes the
 * Node of the clone, then the recorded one that installed the provider, then the one on the PATH. The launcher
 * does not contain that path: it has to be the same file on every machine, because the core's lock file has its checksum. The core
 * shows what is printed before the provider is up. The script has another name than the launcher: with an --import in
 * NODE_OPTIONS, Node takes the version at the end of the launcher's name for an extension.
 */
export function nodeLauncher(): string {
  return `#!/bin/sh
${findsLib}packages=$lib/../../../..
if [ -d "$packages/${platformScope}" ]; then
  case "$(uname -sm)" in
    "Linux x86_64") here=${platformPackage("linux", "x64")} ;;
    "Linux aarch64") here=${platformPackage("linux", "arm64")} ;;
    "Darwin x86_64") here=${platformPackage("darwin", "x64")} ;;
    "Darwin arm64") here=${platformPackage("darwin", "arm64")} ;;
  esac
  program=$packages/$here/${executableName("linux")}
  [ -x "$program" ] && exec "$program" "$@"
fi
node=$lib/../../../node_modules/.bin/node
[ -x "$node" ] && exec "$node" "$lib/provider.cjs" "$@"
record=\${XDG_DATA_HOME:-$HOME/.local/share}/certorder/node
[ -r "$record" ] && read -r node <"$record"
[ -x "$node" ] && exec "$node" "$lib/provider.cjs" "$@"
if [ -r "$record" ]; then
  echo "The certorder provider was installed with $node, which is gone. Run certorder provider install again."
  exit 1
fi
if ! command -v node >/dev/null; then
  echo "${providerNeedsNode}; there is no node on the PATH. Run certorder provider install again."
  exit 1
fi
exec node "$lib/provider.cjs" "$@"
`;
}

export const providerNeedsNode = `The certorder provider needs Node ${oldestNode} or later`;

/** The paths of glibc's loader. */
export const linuxLoaders: Readonly<Record<string, string>> = {
  x64: "/lib64/ld-linux-x86-64.so.2",
  arm64: "/lib/ld-linux-aarch64.so.1",
};
