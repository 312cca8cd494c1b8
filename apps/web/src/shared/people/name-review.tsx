import { Button } from '@mantine/core';
import type { Command, GameView, UnreviewedName } from '@earworm/rules';
import { useRights } from '../live/use-rights.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './name-review.module.css';
import { t } from './texts.js';

const SHOWN = 4;

interface Props {
  readonly view: GameView;
  give(command: Command): Promise<boolean>;
}

/** New names, oldest seat first, each to be approved or replaced by one tap. Others see stand-ins until then. */
export function NameReview({ view, give }: Props) {
  const { barred } = useRights(view);
  const names = view.unreviewed ?? [];
  if (names.length === 0) return null;
  const approve = (approved: readonly UnreviewedName[]) => () =>
    void give({ type: 'approveNames', names: approved.map(({ id: playerId, name }) => ({ playerId, name })) });
  return (
    <section className={styles.card} aria-label={t('newNames')}>
      <div className={styles.head}>
        <b role="status">{t('newNamesCount', { count: names.length, number: figure(names.length) })}</b>
        {names.length > 1 && (
          <Button size="xs" {...barred('people')} onClick={approve(names)}>
            {t('approveAll')}
          </Button>
        )}
      </div>
      <ul className={styles.names}>
        {names.slice(0, SHOWN).map((each) => (
          <li key={each.id}>
            <bdi className={styles.name}>{each.name}</bdi>
            <Button
              size="xs"
              variant="light"
              {...barred('people')}
              aria-label={t('approveName', { name: each.name })}
              onClick={approve([each])}
            >
              {t('approve')}
            </Button>
            <Button
              size="xs"
              variant="default"
              {...barred('people')}
              aria-label={t('renameNameTo', { name: each.name, other: t('neutralName', { seat: each.seat }) })}
              onClick={() =>
                void give({ type: 'renamePlayer', playerId: each.id, name: t('neutralName', { seat: each.seat }) })
              }
            >
              {t('renameTo', { name: t('neutralName', { seat: each.seat }) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
