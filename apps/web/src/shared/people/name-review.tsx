import { Button } from '@mantine/core';
import type { Command, GameView, UnreviewedName } from '@earworm/rules';
import { useState } from 'react';
import { useRights } from '../live/use-rights.js';
import { figure } from '../../platform/i18n/numbers.js';
import { Dialog } from '../ui/dialog.js';
import { useJustMounted } from '../ui/timed-state.js';
import styles from './name-review.module.css';
import { t } from './texts.js';

/** Only names that are seen are approved; a command with so many fits into a frame. */
const SHOWN = 20;
const REST_MS = 500;

interface Props {
  readonly view: GameView;
  give(command: Command): Promise<boolean>;
}

/** One line while names wait, so that the board stays where it is; its dialog shows them. */
export function NameReview({ view, give }: Props) {
  const [opened, setOpened] = useState(false);
  const names = view.unreviewed ?? [];
  return (
    <>
      {names.length > 0 && (
        <section className={styles.card} aria-label={t('newNames')}>
          <b role="status">{t('newNamesCount', { count: names.length, number: figure(names.length) })}</b>
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            {t('checkNames')}
          </Button>
        </section>
      )}
      <Dialog opened={opened && names.length > 0} onClose={() => setOpened(false)} title={t('newNames')} size="md">
        <Names view={view} give={give} names={names.slice(0, SHOWN)} more={Math.max(0, names.length - SHOWN)} />
      </Dialog>
    </>
  );
}

interface NamesProps extends Props {
  readonly names: readonly UnreviewedName[];
  readonly more: number;
}

function Names({ view, give, names, more }: NamesProps) {
  const barred = useRights(view).barred('people');
  const approve = (approved: readonly UnreviewedName[]) =>
    void give({ type: 'approveNames', names: approved.map(({ id: playerId, name }) => ({ playerId, name })) });
  return (
    <>
      <ul className={styles.names}>
        {names.map((each) => (
          <Name key={`${each.id} ${each.name}`} {...{ each, barred, give }} onApprove={() => approve([each])} />
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{t('newNamesMore', { count: more })}</p>}
      {names.length > 1 && (
        <Button mt="md" {...barred} onClick={() => approve(names)}>
          {t('approveThese', { count: names.length })}
        </Button>
      )}
    </>
  );
}

interface NameProps {
  readonly each: UnreviewedName;
  readonly barred: { readonly disabled: boolean; readonly title: string | undefined };
  give(command: Command): Promise<boolean>;
  onApprove(): void;
}

/** A row that has just moved up takes no tap that was meant for the one before it. */
function Name({ each: { id, seat, name }, barred, give, onApprove }: NameProps) {
  const resting = useJustMounted(REST_MS);
  const neutral = t('neutralName', { seat });
  const whileResting = { ...barred, disabled: barred.disabled || resting };
  return (
    <li>
      <bdi className={styles.name}>{name}</bdi>
      <Button size="xs" variant="light" {...whileResting} aria-label={t('approveName', { name })} onClick={onApprove}>
        {t('approve')}
      </Button>
      <Button
        size="xs"
        variant="default"
        {...whileResting}
        aria-label={t('renameNameTo', { name, other: neutral })}
        onClick={() => void give({ type: 'renamePlayer', playerId: id, name: neutral })}
      >
        {t('renameTo', { name: neutral })}
      </Button>
    </li>
  );
}
