import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "./connection.ts";

interface ChoiceProps<K extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<K, string>>;
  readonly value: K;
  readonly onChange: (value: K) => void;
}

/** A few choices side by side, one of which holds. */
export function Choice<K extends string>({ label, choices, value, onChange }: ChoiceProps<K>) {
  return (
    <fieldset class="choice" aria-label={label}>
      {(Object.entries(choices) as [K, string][]).map(([key, text]) => (
        <button key={key} type="button" aria-pressed={key === value} onClick={() => onChange(key)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

interface TabsProps<K extends string> {
  readonly tabs: Readonly<Record<K, string>>;
  readonly value: K;
  readonly onChange: (value: K) => void;
  /** Numbers that stand beside names. 0 does not show. */
  readonly badges: Readonly<Partial<Record<K, number>>>;
}

export function Tabs<K extends string>({ tabs, value, onChange, badges }: TabsProps<K>) {
  return (
    <nav class="tabs" aria-label="Views">
      {(Object.entries(tabs) as [K, string][]).map(([key, name]) => (
        <button
          key={key}
          type="button"
          aria-current={key === value ? "page" : undefined}
          onClick={() => onChange(key)}
        >
          {name}
          {(badges[key] ?? 0) > 0 && <span class="badge">{badges[key]}</span>}
        </button>
      ))}
    </nav>
  );
}

/** A button that says why what it does failed, and that it is done if that does not show elsewhere. */
export function Action({
  label,
  done = "",
  run,
  kind = "",
}: {
  label: string;
  done?: string;
  run: () => Promise<unknown>;
  kind?: string;
}) {
  const [problem, setProblem] = useState("");
  const [isDone, setDone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const onClick = async () => {
    setBusy(true);
    setDone(false);
    const failure = await run().then(
      () => "",
      ({ message }: Error) => message,
    );
    setProblem(failure);
    setDone(failure === "");
    setBusy(false);
  };
  return (
    <span class="action">
      <button type="button" class={kind} disabled={isBusy} onClick={onClick}>
        {label}
      </button>
      {done !== "" && <span role="status">{isDone && done}</span>}
      {problem !== "" && <span role="alert">{problem}</span>}
    </span>
  );
}

type Fact = readonly [name: string, value: ComponentChild];

/** Names and values. Those without a value are left out. A value without a name continues the one above it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const groups: { readonly name: string; readonly values: ComponentChild[] }[] = [];
  for (const [name, value] of facts) {
    if (value === undefined || value === "") continue;
    if (name === "") groups.at(-1)?.values.push(value);
    else groups.push({ name, values: [value] });
  }
  return (
    <dl class="facts">
      {groups.map(({ name, values }) => (
        <div key={name}>
          <dt>{name}</dt>
          {values.map((value) => (
            <dd>{value}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

interface Answer<T> {
  readonly value?: T;
  /** Why there is no newer value. */
  readonly problem?: string;
}

/** What the server answers to a question. It is asked again when `version` changes, but not more than twice a second. */
export function useAnswer<T>(path: string | undefined, version: number): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T> & { readonly path: string }>();
  const [last] = useState({ path: "", at: 0 });
  useEffect(() => {
    if (path === undefined) return;
    const waitMs = last.path === path ? Math.max(0, last.at + 500 - performance.now()) : 0;
    const timer = setTimeout(() => {
      Object.assign(last, { path, at: performance.now() });
      // A slow answer may come after another path was asked.
      const isAsked = () => last.path === path;
      ask<T>(path).then(
        (value) => isAsked() && setAnswer({ path, value }),
        ({ message }: Error) =>
          isAsked() &&
          setAnswer((before) => ({ ...(before?.path === path && before), path, problem: message })),
      );
    }, waitMs);
    return () => clearTimeout(timer);
  }, [path, version]);
  return answer !== undefined && answer.path === path ? answer : {};
}
