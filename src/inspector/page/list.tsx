import type { ComponentChild } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface ListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly selected: string | undefined;
  readonly keyOf: (item: T) => string;
  readonly onSelect: (key: string) => void;
  readonly row: (item: T) => ComponentChild;
  readonly rowHeight: number;
  readonly empty: ComponentChild;
}

/** Rows that are drawn above and below what can be seen. */
const margin = 12;

/** A list for the keyboard and for screen readers. Only the rows that can be seen are in the document. */
export function List<T>(props: ListProps<T>) {
  const { label, items, selected, keyOf, onSelect, row, rowHeight, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const measure = () => {
    if (box.current) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  useLayoutEffect(() => {
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);

  // New rows come in at the top. What a person reads must not move away.
  const firstKey = useRef<string>(undefined);
  useLayoutEffect(() => {
    const list = box.current;
    const before = items.findIndex((item) => keyOf(item) === firstKey.current);
    if (list && before > 0 && list.scrollTop > 0) list.scrollTop += before * rowHeight;
    firstKey.current = items[0] && keyOf(items[0]);
  }, [items]);

  const index = items.findIndex((item) => keyOf(item) === selected);
  const select = (wanted: number) => {
    const next = Math.max(0, Math.min(items.length - 1, wanted));
    const item = items[next];
    const list = box.current;
    if (!item || !list) return;
    onSelect(keyOf(item));
    const top = next * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top + rowHeight - list.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: items.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };

  const from = Math.max(0, Math.floor(view.top / rowHeight) - margin);
  const to = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + margin);
  if (items.length === 0) return <div class="list empty">{empty}</div>;
  return (
    <div
      class="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      ref={box}
      onScroll={measure}
      onKeyDown={onKeyDown}
      aria-activedescendant={index >= from && index < to ? `row-${selected}` : undefined}
    >
      <div class="rows" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(from, to).map((item, place) => {
          const key = keyOf(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys of all its rows
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active row
            <div
              key={key}
              id={`row-${key}`}
              class="row"
              role="option"
              aria-selected={key === selected}
              aria-setsize={items.length}
              aria-posinset={from + place + 1}
              style={{ top: `${(from + place) * rowHeight}px`, height: `${rowHeight}px` }}
              onClick={() => onSelect(key)}
            >
              {row(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
