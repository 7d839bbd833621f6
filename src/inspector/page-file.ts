import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Defined in executables at build time. With Node the name does not exist. */
declare const CERTORDER_PAGE: string | undefined;

/** The page as one HTML file. Sources and a build both take it from the build. */
export function readPage(): string {
  if (typeof CERTORDER_PAGE !== "undefined") return CERTORDER_PAGE;
  return readFileSync(join(import.meta.dirname, "..", "..", "build", "inspector", "page.html"), "utf8");
}

/** Allows the page's own script and style, by their hashes, and requests to its own server. Nothing else. */
export function contentSecurityPolicy(page: string): string {
  const hash = (tag: string) => {
    const [, text = ""] = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s").exec(page) ?? [];
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  };
  return [
    "default-src 'none'",
    `script-src ${hash("script")}`,
    `style-src ${hash("style")}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // The browser then refuses to make HTML of any text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
