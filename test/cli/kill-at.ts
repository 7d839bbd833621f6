/**
 * Loaded into a run of the command line before everything else: counts the steps by which the run touches the world
 * (files, sockets, output) and kills it, as `kill -9` does, right before step KILL_AT. A line is also broken off in
 * its middle, which counts as a step of its own. Without KILL_AT it writes the names of all steps to STEPS_FILE.
 */
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

const killAt = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
const stepsFile = process.env.STEPS_FILE;
const steps: string[] = [];

function step(name: string, lastWords?: () => void): void {
  steps.push(name);
  if (steps.length !== killAt) return;
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

const isOurs = (path: unknown) => String(path).includes("certorder-cli-");

for (const name of ["mkdir", "open", "readFile"])
  before(promises, name, (_, [path, mode]) => {
    if (isOurs(path)) step(`${name} ${name === "open" ? mode : ""}`.trim());
  });
syncBuiltinESMExports();

const probe = await promises.open(import.meta.filename);
const FileHandle = Object.getPrototypeOf(probe) as object;
await probe.close();
for (const name of ["stat", "read", "sync", "truncate", "close"]) before(FileHandle, name, () => step(name));
before(FileHandle, "appendFile", (file: { fd: number }, [line]) => {
  step("append");
  step("half an append", () => fs.writeSync(file.fd, String(line).slice(0, String(line).length / 2)));
});

before(Socket.prototype, "connect", () => step("connect"));
before(Socket.prototype, "write", (socket) => step(socket === process.stdout ? "print" : "send"));
const read = Socket.prototype.read;
Socket.prototype.read = function counted(this: Socket, size?: number) {
  const chunk = read.call(this, size);
  if (chunk !== null) step("receive");
  return chunk;
};

// The wait after a rate limit has a random part; none is worth waiting for here.
Math.random = () => 0.999;

process.on("exit", () => {
  if (stepsFile !== undefined) fs.writeFileSync(stepsFile, steps.join("\n"));
  step("exit");
});
