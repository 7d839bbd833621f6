import { openInBrowser } from "../inspector/index.ts";
import type { Output } from "./output.ts";

/** Opens a page for `--open`. Returns what clears up. The printed address works too, so a failure is only noted. */
export async function openPage(url: string, output: Output): Promise<() => Promise<void>> {
  return openInBrowser(url).catch(({ message }: Error) => {
    output.note(`No browser could be opened (${message}). Open the address yourself.`);
    return async () => {};
  });
}
