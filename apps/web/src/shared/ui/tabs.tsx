import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './tabs.module.css';

interface Tab<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly panel: ReactNode;
}

interface Props<Value extends string> {
  readonly tabs: readonly Tab<Value>[];
  /** Default: the first. */
  readonly initial?: Value;
  /** Also those that are not shown; default true. */
  readonly keepsPanels?: boolean;
  readonly className?: string | undefined;
  onChange?(value: Value): void;
}

/** The arrow keys lead from one to the next and show it. */
export function Tabs<Value extends string>({
  tabs,
  initial,
  keepsPanels = true,
  className = '',
  onChange,
}: Props<Value>) {
  const id = useId();
  const [shown, setShown] = useState(initial ?? tabs[0]?.value);
  const show = (value: Value) => {
    setShown(value);
    if (value !== shown) onChange?.(value);
  };
  const onKey = (key: KeyboardEvent) => {
    const at = tabs.findIndex(({ value }) => value === shown);
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      key.key
    ];
    const next = to === undefined ? undefined : tabs[to];
    if (next === undefined) return;
    key.preventDefault();
    show(next.value);
    document.getElementById(`${id}-tab-${next.value}`)?.focus();
  };
  return (
    <>
      <div role="tablist" className={`${styles.list} ${className}`} onKeyDown={onKey}>
        {tabs.map(({ value, title }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-tab-${value}`}
            className={styles.tab}
            aria-selected={value === shown}
            aria-controls={`${id}-panel-${value}`}
            tabIndex={value === shown ? 0 : -1}
            onClick={() => show(value)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ value, panel }) => (
        <div
          key={value}
          role="tabpanel"
          id={`${id}-panel-${value}`}
          className={styles.panel}
          aria-labelledby={`${id}-tab-${value}`}
          hidden={value !== shown}
        >
          {(keepsPanels || value === shown) && panel}
        </div>
      ))}
    </>
  );
}
