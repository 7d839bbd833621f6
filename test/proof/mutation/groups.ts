import { globSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/**
 * What is mutated together, and the tests that have to notice: all of them quick, and in this process. Groups are small,
 * because a change to one of its files makes a whole group count again.
 */
export interface Group {
  readonly name: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

function group(name: string, sources: readonly string[], tests: readonly string[]): Group {
  return { name, sources: filesLike(sources), tests: filesLike(tests) };
}

function filesLike(patterns: readonly string[]): string[] {
  return patterns.flatMap(alternatives).flatMap((pattern) => {
    const files = globSync(pattern, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
    // Names come and go.
    if (files.length === 0) throw new Error(`There is no file ${pattern}.`);
    return files.sort();
  });
}

function alternatives(pattern: string): string[] {
  const [, before, among, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return among === undefined
    ? [pattern]
    : among.split(",").flatMap((one) => alternatives(`${before}${one}${after}`));
}

export const groups: readonly Group[] = [
  group(
    "contract",
    [
      "src/contract/{authorities,callback,check,connection,declared,describe,error,field,from-text,ids,import-id,input-problem,journal-place,names,operation,provider-block,resolutions,settings,validity,dialects,text}.ts",
    ],
    ["test/unit/contract/*.test.ts", "test/unit/vectors/contract.test.ts"],
  ),
  group("stack", ["src/stack/*.ts"], ["test/unit/stack/*.test.ts"]),
  group(
    "rules",
    ["src/journal/{rules,request-digest,attempt,merge,snapshot,service-ref,event-format}.ts"],
    ["test/unit/journal/{rules,request-digest,attempt,merge,snapshot,service-ref,event-format}.test.ts"],
  ),
  group(
    "journal",
    ["src/journal/{journal,blocked,resolution,in-flight,paths,process,unavailable}.ts"],
    ["test/unit/journal/{journal,rivals,blocked,resolution,paths,process,server}.test.ts"],
  ),
  group(
    "stores",
    ["src/journal/stores/*.ts"],
    ["test/unit/journal/*-store.test.ts", "test/unit/journal/{address,server,stores}.test.ts"],
  ),
  group(
    "retry",
    ["src/client/{classify,deadline,retry}.ts"],
    ["test/unit/client/{classify,deadline,retry}.test.ts"],
  ),
  group(
    "transport",
    ["src/client/{connection,transport}.ts"],
    ["test/unit/client/{connection,proxy,transport}.test.ts", "test/unit/faults/{network,proxy,tls}.test.ts"],
  ),
  group(
    "client",
    [
      "src/client/{callback-gate,calls,client,errors,limits,messages,options,recorded-reissue,recorder,request,sender}.ts",
    ],
    ["test/unit/client/{callback-gate,client,errors,messages,recorder,request}.test.ts"],
  ),
  group(
    "redaction",
    ["src/client/redact.ts", "src/action/{secrets,clean-text}.ts"],
    ["test/unit/client/redact.test.ts", "test/unit/action/{masks,text}.test.ts"],
  ),
  group("plan rules", ["src/plugin/server/{plan-rules,verify}.ts"], ["test/unit/plugin/plan-rules.test.ts"]),
  group(
    "reissue",
    ["src/provider/reissue/*.ts"],
    // Not the tests that start a provider: a mutant is only in this process.
    ["test/unit/provider/reissue/{guards,plan,renewal,request,resource,apply,stored,messages}.test.ts"],
  ),
];
