import { relative } from "node:path";
import { type Check, root } from "./check.ts";

/** This file has to name what it looks for. */
const here = relative(root, import.meta.filename);
/** The picture of a page is made by the test that shows the page. */
const isPicture = (path: string) => /^docs\/images\/[\w-]+\.png$/.test(path);
/** Other people's text, which is passed on as it is, or no text. */
const isForeign = (path: string) => path.startsWith("dist/") || isPicture(path);
const isTest = (path: string) => path.startsWith("test/");

const secrets = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}/,
  /\bgithub_pat_[A-Za-z0-9_]{22}/,
  /\bglpat-[\w-]{20}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\bxox[abprs]-[\w-]{10}/,
  /\bAIza[\w-]{35}/,
  /\b[rs]k_live_[A-Za-z0-9]{20}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./,
  /_authToken=(?!\$)/,
];

const registries =
  /\bregistry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)\b|\bnpm\.pkg\.github\.com\b|\bproxy\.golang\.org\b|\bpypi\.org\b|\b(?:artifactory|nexus)\.[\w-]+\./;

const personal = /\.(?:pem|key|p12|pfx|jks|asc|tfstate|tfvars)$|(?:^|\/)(?:\.env.*|id_[a-z0-9]+|\.netrc)$/;

function lookFor(
  what: string,
  patterns: readonly RegExp[],
  example: string,
  isExempt: (path: string) => boolean = () => false,
): Check {
  const hasIt = (line: string) => patterns.some((pattern) => pattern.test(line));
  return {
    what,
    problems: (tree) =>
      [...tree].flatMap(([path, text]) => {
        const line = path === here || isExempt(path) ? -1 : text.split("\n").findIndex(hasIt);
        return line < 0 ? [] : [`${path}:${line + 1}`];
      }),
    sabotage: ["docs/new.md", "", example],
  };
}

export const forbiddenChecks: readonly Check[] = [
  lookFor("files with a secret in a known form", secrets, `ghp_${"a".repeat(36)}`),
  lookFor(
    "files with a private key, outside of tests",
    [/-----BEGIN [A-Z ]*PRIVATE KEY/],
    "-----BEGIN PGP PRIVATE KEY BLOCK-----",
    isTest,
  ),
  {
    what: "files for keys, states and settings of one person, outside of tests",
    problems: (tree) => [...tree.keys()].filter((path) => !isTest(path) && personal.test(path)),
    sabotage: ["examples/.env.local", "", "x"],
  },
  lookFor(
    "files with a path of one person's machine",
    [/(?<![\w.:/$}])\/(?:home|Users|root|work)\/[\w.-]+/, /\b[A-Z]:\\+Users\\+/],
    "see /home/jane/certorder",
    isForeign,
  ),
  lookFor("files that name a registry of packages", [registries], "https://registry.npmjs.org/undici"),
  lookFor(
    "files with something left to do",
    [/\b(?:TODO|FIXME|XXX|HACK)\b/, /^(?:<{7}|>{7}) /],
    "// TODO: finish",
    isForeign,
  ),
  lookFor("binary files, except for pictures in docs", [/\0/], "\0", isPicture),
];
