import { callbackTestFields, kebabCase, reissueFields, settings } from "../contract/index.ts";

const names = Object.keys({ ...reissueFields, ...callbackTestFields, ...settings }).filter((name) =>
  name.includes("_"),
);
const contractNames = new RegExp(`\\b(?:${names.join("|")})\\b`, "g");

/** The contract's names as a workflow spells them. */
export function inInputNames(text: string): string {
  return text.replace(contractNames, kebabCase);
}
