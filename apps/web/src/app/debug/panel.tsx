import { textsOf } from '../../platform/i18n/texts.js';
import en from './en.json' with { type: 'json' };
import type { ReactNode } from 'react';
import styles from './debug-panels.module.css';

export const t = textsOf('debug', en);

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Facts({ of }: { of: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.facts}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
