import { Button, Progress, Switch } from '@mantine/core';
import { useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { FormError } from '../../shared/ui/form.js';
import type { ReadyRoom } from './sheet-kinds.js';
import styles from './sheets.module.css';
import { t } from './texts.js';
import type { useCrewCards } from './use-crew-cards.js';

interface Props {
  readonly rooms: readonly ReadyRoom[];
  readonly crew: ReturnType<typeof useCrewCards>;
}

/** A card needs a link with a secret, which is made at a tap only. */
export function CrewCardMaker({ rooms, crew }: Props) {
  const { cards, failure, isRunning, isWaiting, make, stop } = crew;
  const [renew, setRenew] = useState(false);
  const made = new Set(cards.map(({ room }) => room.roomId));
  const left = rooms.filter(({ roomId }) => !made.has(roomId));
  const done = rooms.length - left.length;
  return (
    <div className={styles.maker}>
      <p className={styles.hint}>{t('crewText')}</p>
      {left.length > 0 && (
        <Switch
          label={t('renew')}
          description={t('renewHint')}
          checked={renew}
          disabled={isRunning}
          onChange={(event) => setRenew(event.currentTarget.checked)}
        />
      )}
      {isRunning && (
        <Progress
          value={(100 * done) / rooms.length}
          aria-label={t('making', { n: figure(done), all: figure(rooms.length) })}
        />
      )}
      <p className={styles.hint} role="status">
        {(isRunning || done > 0) && t('making', { n: figure(done), all: figure(rooms.length) })}{' '}
        {isWaiting && t('waits')}
      </p>
      <FormError>{failure}</FormError>
      {isRunning ? (
        <Button variant="default" onClick={stop}>
          {t('stop')}
        </Button>
      ) : (
        left.length > 0 && (
          <Button onClick={() => void make(left, renew)}>
            {t('make', { count: left.length, n: figure(left.length) })}
          </Button>
        )
      )}
    </div>
  );
}
