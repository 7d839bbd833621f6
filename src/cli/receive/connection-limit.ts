import { isIPv6, type Server, type Socket } from "node:net";
import { plainAddress } from "../../plain-address.ts";

/** Keeps one sender from taking all connections of a server. A connection that is refused is closed at once. */
export class ConnectionLimit {
  readonly #perAddress: number;
  readonly #log: (event: string, details: object) => void;
  readonly #open = new Map<string, number>();
  #refused = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(perAddress: number, log: (event: string, details: object) => void) {
    this.#perAddress = perAddress;
    this.#log = log;
  }

  /** `inAll`: the most connections of this server, whatever their addresses. */
  guard(server: Server, inAll: number): void {
    server.maxConnections = inAll;
    server.on("drop", (dropped) => this.#refuse(dropped?.remoteAddress ?? ""));
    server.on("connection", (socket: Socket) => this.#admit(socket));
  }

  #admit(socket: Socket): void {
    const { remoteAddress = "" } = socket;
    const sender = senderOf(remoteAddress);
    const open = this.#open.get(sender) ?? 0;
    if (open >= this.#perAddress) {
      socket.destroy();
      this.#refuse(remoteAddress);
      return;
    }
    this.#open.set(sender, open + 1);
    socket.on("close", () => {
      const left = (this.#open.get(sender) ?? 0) - 1;
      if (left > 0) this.#open.set(sender, left);
      else this.#open.delete(sender);
    });
  }

  /** At most once a minute is logged: a flood must not fill the log. */
  #refuse(source: string): void {
    this.#refused++;
    const now = performance.now();
    if (now - this.#loggedAt < 60_000) return;
    this.#loggedAt = now;
    this.#log("connections_refused", { refused_so_far: this.#refused, source: plainAddress(source) });
  }
}

/** One machine often has all IPv6 addresses with the same first 64 bits. */
function senderOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean)) as [
    string[],
    string[],
  ];
  const gap = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(gap).fill("0"), ...last].slice(0, 4).join(":");
}
