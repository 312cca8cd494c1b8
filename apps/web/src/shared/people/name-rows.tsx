import { Button } from '@mantine/core';
import type { Command, UnreviewedName } from '@earworm/rules';
import type { ReactNode } from 'react';
import { useJustMounted } from '../ui/timed-state.js';
import styles from './name-review.module.css';
import { t } from './name-texts.js';
import { t as people } from './texts.js';

const REST_MS = 500;

/** Whether and why a button cannot be pressed. */
export interface Barred {
  readonly disabled: boolean;
  readonly title: string | undefined;
}

interface ListProps {
  readonly label: string;
  /** How many names are not shown. */
  readonly more: number;
  readonly children: ReactNode;
}

export function NameList({ label, more, children }: ListProps) {
  return (
    <>
      <ul className={styles.names} aria-label={label}>
        {children}
      </ul>
      {more > 0 && <p className={styles.more}>{t('newNamesMore', { count: more })}</p>}
    </>
  );
}

interface RowProps {
  readonly each: UnreviewedName;
  readonly note?: string;
  readonly barred: Barred;
  give(command: Command): Promise<boolean>;
  /** What can be done, around the button that gives a neutral name. */
  readonly children: (whileResting: Barred, rename: ReactNode) => ReactNode;
}

/** A row that has just moved up takes no tap that was meant for the one before it. */
export function NameRow({ each: { id, seat, name }, note, barred, give, children }: RowProps) {
  const resting = useJustMounted(REST_MS);
  const neutral = people('neutralName', { seat });
  const whileResting = { ...barred, disabled: barred.disabled || resting };
  return (
    <li>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        {note !== undefined && <small className={styles.note}>{note}</small>}
      </span>
      {children(
        whileResting,
        <Button
          size="xs"
          variant="default"
          {...whileResting}
          aria-label={t('renameNameTo', { name, other: neutral })}
          onClick={() => void give({ type: 'renamePlayer', playerId: id, name: neutral })}
        >
          {people('renameTo', { name: neutral })}
        </Button>,
      )}
    </li>
  );
}
