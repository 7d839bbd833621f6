import type { ComponentChild, ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { count } from "../../contract/count.ts";
import { List } from "./list.tsx";
import { Choice } from "./parts.tsx";
import { line } from "./text.tsx";

interface BrowseProps<T extends object, K extends string> {
  readonly label: string;
  readonly noun: string;
  /** Undefined: they are not known yet. */
  readonly items: readonly T[] | undefined;
  readonly keyOf: (item: T) => string;
  readonly placeholder: string;
  readonly filters?: {
    readonly choices: Readonly<Record<K, string>>;
    readonly passes: (item: T, choice: K) => boolean;
  };
  /** The class that has the columns of heads and rows. */
  readonly columns: string;
  readonly heads: readonly string[];
  readonly row: (item: T) => ComponentChild;
  readonly rowHeight?: number;
  readonly empty: ComponentChild;
  /** Why there is nothing newer. */
  readonly problem?: string | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
  readonly detailLabel: string;
  /** Stands in the place of the detail. */
  readonly hint: string;
  readonly detail: ComponentChild;
}

/** A list with a search, and beside it the selected item. A narrow screen shows one of both. */
export function Browse<T extends object, K extends string = "all">(props: BrowseProps<T, K>) {
  const { label, noun, items, keyOf, placeholder, filters, columns, heads } = props;
  const { row, rowHeight = 30, empty, problem, selected, onSelect, detailLabel, hint, detail } = props;
  const [search, setSearch] = useState("");
  const [choice, setChoice] = useState("all" as K);
  const shown = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return items?.filter(
      (item) =>
        (filters?.passes(item, choice) ?? true) &&
        (words.length === 0 || words.every((word) => textOf(item).includes(word))),
    );
  }, [items, search, choice]);
  const all = items?.length ?? 0;
  const some = shown?.length ?? 0;
  return (
    <div class={`split ${detail ? "has-detail" : ""}`}>
      <section class="pane" aria-label={label}>
        <div class="toolbar">
          <input
            type="search"
            aria-label={`Search ${noun}s`}
            placeholder={placeholder}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
          {filters && <Choice label="Show" choices={filters.choices} value={choice} onChange={setChoice} />}
        </div>
        <div class={`${columns} heads`} aria-hidden="true">
          {heads.map((head) => (
            <span>{head}</span>
          ))}
        </div>
        <List
          label={label}
          items={shown ?? []}
          selected={selected}
          keyOf={keyOf}
          onSelect={onSelect}
          row={row}
          rowHeight={rowHeight}
          empty={
            problem !== undefined ? (
              <p>{problem}</p>
            ) : items === undefined ? (
              <p>Loading…</p>
            ) : all === 0 ? (
              empty
            ) : (
              <p>Nothing matches.</p>
            )
          }
        />
        <p class="footing" role="status">
          {problem ??
            (some === all ? count(all, noun) : `${some.toLocaleString("en")} of ${count(all, noun)}`)}
        </p>
      </section>
      <section class="pane detail" aria-label={detailLabel}>
        {detail || <p class="hint">{hint}</p>}
      </section>
    </div>
  );
}

const texts = new WeakMap<object, string>();

/** What a search looks in. */
function textOf(item: object): string {
  const text = texts.get(item) ?? JSON.stringify(Object.values(item)).toLowerCase();
  texts.set(item, text);
  return text;
}

interface DetailProps {
  readonly title: string;
  /** Stands behind the title. */
  readonly more?: ComponentChild;
  readonly action?: ComponentChild;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The selected item. */
export function Detail({ title, more, action, onClose, children }: DetailProps) {
  return (
    <article>
      <header class="title">
        <button type="button" class="back" onClick={onClose}>
          ‹ List
        </button>
        <h2>
          {line(title)} {more && <span class="seq">{more}</span>}
        </h2>
        {action}
      </header>
      {children}
    </article>
  );
}
