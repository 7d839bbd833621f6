/** Loaded before a program: crashes it when its first request, with all secrets, is on its way. */
import { subscribe } from "node:diagnostics_channel";

// Node makes an uncaught exception of whatever a subscriber throws.
subscribe("undici:client:sendHeaders", () => {
  throw new Error(`Crashed on purpose. ${process.env.CRASH_NOTE ?? ""}`);
});
