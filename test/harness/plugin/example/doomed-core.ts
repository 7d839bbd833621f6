import { Workspace } from "../../../../src/plugin/testing/index.ts";

// A core that is killed while it waits for an answer. Prints where to look for the provider that it leaves behind.
const [, , provider = "", folder = ""] = process.argv;
const workspace = await Workspace.open({
  command: [process.execPath, provider],
  environment: { TF_LOG: "trace" },
  provider: { folder },
});
const { pid, handshake } = workspace.core.process;
void workspace.resource("example_file").apply({ name: "orphan", content: "finished", delay_ms: 60_000 });
process.stdout.write(`${JSON.stringify({ pid, socket: handshake.address })}\n`);
