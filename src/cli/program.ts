/**
 * The entry of an executable, which is two programs in one: the provider if a core or a debugger starts it, else the
 * command line. The core's cookie alone does not decide: a command that a provisioner runs inherits it.
 */
const args = process.argv.slice(2);
const isProvider =
  args.length === 0 ? process.env.TF_PLUGIN_MAGIC_COOKIE !== undefined : args.join(" ") === "--debug";
// Not awaited: a CommonJS script, which the program is compiled from, has no await of its own.
if (isProvider) void import("../provider/index.ts").then(({ serveProvider }) => serveProvider());
else void import("./start.ts").then(({ start }) => start(args));

export {};
