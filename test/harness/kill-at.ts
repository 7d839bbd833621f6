/**
 * Loaded into a process before everything else: notes the steps by which it touches the world (files, sockets, output,
 * answers to a core) in STEPS_FILE, and kills, as `kill -9` does, right before the step that KILL_AT names: `send#2` is
 * the second `send`, counted over all processes that share the file. KILL_WHOM names the process that dies: the process
 * itself (`self`, the default), the one that started it (`parent`), or `both`. An event is also broken off in its middle,
 * which counts as a step of its own.
 */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

const { env } = process;
const stepsFile = env.STEPS_FILE ?? "";
const { appendFileSync, readFileSync, writeSync } = fs;
const isProvider = env.TF_PLUGIN_MAGIC_COOKIE !== undefined;
const parent = process.ppid;

/** `lastWords` are said only by a process that is about to die itself. */
function step(name: string, lastWords?: () => void): void {
  appendFileSync(stepsFile, `${name}\n`);
  if (env.KILL_AT?.startsWith(`${name}#`) !== true) return;
  const times = readFileSync(stepsFile, "utf8")
    .split("\n")
    .filter((line) => line === name).length;
  if (env.KILL_AT !== `${name}#${times}`) return;
  const whom = env.KILL_WHOM ?? "self";
  // An orphan gets another parent, which must not be killed.
  if (whom !== "self" && process.ppid === parent) process.kill(parent, "SIGKILL");
  if (whom === "parent") return;
  lastWords?.();
  process.kill(process.pid, "SIGKILL");
}

// biome-ignore lint/suspicious/noExplicitAny: what is wrapped here has as many types as names.
type Anything = any;

function before(owner: Anything, name: string, counts: (self: Anything, args: unknown[]) => void): void {
  const original = owner[name] as (...args: unknown[]) => unknown;
  owner[name] = function counted(this: unknown, ...args: unknown[]) {
    counts(this, args);
    return original.apply(this, args);
  };
}

const isOurs = (path: unknown) => /\bcertorder-(?:cli|ws|action)-/.test(String(path));

for (const name of ["mkdir", "readFile"])
  before(promises, name, (_, [path]) => {
    if (isOurs(path)) step(name);
  });
before(promises, "open", (_, [path, how]) => {
  const creates = how !== "r" && (Number(how) & fs.constants.O_CREAT) !== 0;
  if (isOurs(path)) step(creates ? "open a+" : "open r");
});
// What a step of a workflow leaves to the next ones, and to people.
before(fs, "appendFileSync", () => step("output"));
before(promises, "appendFile", () => step("summary"));
// The line by which a provider introduces itself.
if (isProvider) before(fs, "writeSync", () => step("introduce"));

/** The methods of open files have no name by which they could be reached before there is one. */
function countFileSteps(FileHandle: object): void {
  for (const name of ["stat", "read", "readFile", "sync"]) before(FileHandle, name, () => step(name));
  before(FileHandle, "write", (file: { fd: number }, [line]) => {
    step("append");
    step("half an append", () => writeSync(file.fd, String(line).slice(0, String(line).length / 2)));
  });
}
const { open } = promises;
let knowsFiles = false;
promises.open = async (...args: Parameters<typeof open>) => {
  const file = await open(...args);
  if (!knowsFiles) countFileSteps(Object.getPrototypeOf(file) as object);
  knowsFiles = true;
  return file;
};
syncBuiltinESMExports();

/** The port in the URL of a journal on a server; that of a bucket is in its endpoint. */
const journalPort = /127\.0\.0\.1:(\d+)/.exec(env.CERTORDER_JOURNAL ?? "")?.[1];

/** The peer of a socket. Undefined: none that matters here. */
function peerOf(port: unknown): "the service" | "GitHub" | "journal" | undefined {
  const isAt = (url: string | undefined) => url !== undefined && new URL(url).port === String(port);
  if (isAt(env["INPUT_GITHUB-API-URL"])) return "GitHub";
  if (journalPort !== undefined && journalPort === String(port)) return "journal";
  return isAt(env["INPUT_BASE-URL"] ?? env.CERTORDER_BASE_URL) ? "the service" : undefined;
}

/** A step without a peer in its name is one with the service. */
const withPeer = (name: string, peer: string) => (peer === "the service" ? name : `${name}, ${peer}`);

before(Socket.prototype, "connect", (_, [to]) => {
  const [first] = Array.isArray(to) ? to : [to];
  const peer = peerOf((first as { port?: unknown } | undefined)?.port);
  if (peer) step(withPeer("connect", peer));
});
before(Socket.prototype, "write", (socket: Socket, [chunk]) => {
  if (socket === process.stdout) return step("print");
  const peer = peerOf(socket.remotePort);
  if (peer === "the service" || peer === "journal") step(withPeer("send", peer));
  const [, verb, what] = /^([A-Z]+) [^ ?]*\/(\w+)[? ]/.exec(String(chunk)) ?? [];
  if (peer === "GitHub" && verb !== undefined) step(`${verb} ${what}`);
});
const read = Socket.prototype.read;
Socket.prototype.read = function counted(this: Socket, size?: number) {
  const chunk = read.call(this, size);
  const peer = chunk === null ? undefined : peerOf(this.remotePort);
  if (peer) step(withPeer("receive", peer));
  return chunk;
};

if (isProvider) {
  const http2 = process.getBuiltinModule("node:http2");
  const { createServer } = http2;
  (http2 as Anything).createServer = (...args: Parameters<typeof createServer>) =>
    createServer(...args).prependListener("stream", (stream, headers) => {
      const [, method] = /\.Provider\/(\w+)$/.exec(headers[":path"] ?? "") ?? [];
      if (method !== undefined) before(stream, "respond", () => step(`answer ${method}`));
    });
}

// The wait after a rate limit has a random part; none is worth waiting for here.
Math.random = () => 0.999;

process.on("exit", () => step("exit"));
