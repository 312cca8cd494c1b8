import { Button, Checkbox, Progress, Text } from '@mantine/core';
import type { Room } from '@earworm/contracts';
import { useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { FormError } from '../../shared/ui/form.js';
import { t } from './crew-links-texts.js';
import styles from './events.module.css';
import { useCrewLinks } from './use-crew-links.js';

interface Props {
  readonly showId: string;
  readonly rooms: readonly Room[];
  readonly onClose: () => void;
}

const canBeMailed = ({ gameId, crewEmails }: Room): boolean => gameId !== null && crewEmails.length > 0;

/** Sends links of these rooms to their crews, or revokes what was not used. */
export function CrewLinksDialog({ showId, rooms, onClose }: Props) {
  const [again, setAgain] = useState(false);
  const [asksToRevoke, askToRevoke] = useState(false);
  const { run, mail, revoke } = useCrewLinks(showId);
  const reached = rooms.filter(canBeMailed);
  const due = reached.filter(({ mailedAt }) => again || mailedAt === null);
  const wasMailed = reached.some(({ mailedAt }) => mailedAt !== null);
  const progress = t('progress', { n: figure(run.done), all: figure(run.all) });
  return (
    <Dialog opened onClose={onClose} title={t('title', { count: rooms.length, n: figure(rooms.length) })}>
      <div className={styles.stack}>
        <Text>
          {reached.length === 0 ? t('noMail') : t('mailText', { count: reached.length, n: figure(reached.length) })}
        </Text>
        {wasMailed && (
          <Checkbox
            label={t('again')}
            description={t('againHint')}
            checked={again}
            disabled={run.isRunning}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        )}
        {run.isRunning && <Progress value={(100 * run.done) / run.all} aria-label={progress} />}
        <div role="status">
          {run.isRunning && progress} {run.isWaiting && t('waits')}
          {run.result !== null && <Text>{run.result}</Text>}
          {run.failed.length > 0 && <Text>{t('failed', { addresses: run.failed.join(', ') })}</Text>}
        </div>
        <FormError>{run.failure}</FormError>
        {asksToRevoke && <Text>{t('revokeText')}</Text>}
        <div className={styles.acts}>
          <Button
            data-autofocus
            disabled={due.length === 0}
            loading={run.isRunning}
            onClick={() => void mail(due, again)}
          >
            {t('mail')}
          </Button>
          {run.isRunning ? (
            <Button variant="default" onClick={onClose}>
              {t('stop')}
            </Button>
          ) : (
            <Button
              variant="default"
              onClick={() => {
                askToRevoke(!asksToRevoke);
                if (asksToRevoke) void revoke(rooms);
              }}
            >
              {t(asksToRevoke ? 'revokeYes' : 'revoke')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
