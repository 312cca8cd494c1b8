import { Button } from '@mantine/core';
import type { ShowDetail, ShowNetworks } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { figure } from '../../platform/i18n/numbers.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { startIn } from '../../shared/shows/show-times.js';
import { useRereadShows } from '../../shared/shows/use-show.js';
import { FormError } from '../../shared/ui/form.js';
import styles from './events.module.css';
import { t } from './texts.js';

/** For whom an administrator still has to decide. */
export const isWaiting = ({ approved, people }: ShowNetworks): boolean => approved === null || approved.people < people;

function stateOf({ approved, people }: ShowNetworks): string {
  if (approved === null) return t('networksWaiting');
  const n = figure(approved.people);
  return approved.people < people ? t('networksFewer', { n, people: figure(people) }) : t('networksApproved', { n });
}

/** The networks of an event, and an administrator's decision about them. */
export function NetworksCard({ show, networks }: { show: ShowDetail; networks: ShowNetworks }) {
  const { showId, deletedAt, facts } = show;
  const reread = useRereadShows();
  const isAdmin = useSession(({ user }) => user?.isAdmin === true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const decide = async (approve: boolean) => {
    setBusy(true);
    setFailure(null);
    const { networks: asked, people, startsAt } = networks;
    try {
      await http.call('decideShowNetworks', {
        params: { showId },
        body: { approve, networks: [...asked], people, startsAt },
      });
    } catch (error) {
      setFailure(errorText(error));
    }
    await reread();
    setBusy(false);
  };
  return (
    <section className={styles.card} aria-labelledby="networks" data-warning={isWaiting(networks) || undefined}>
      <div className={styles.cardHead}>
        <h2 id="networks" className={styles.cardTitle}>
          {t('networks')}
        </h2>
        {isAdmin && deletedAt === null && (
          <div className={styles.acts}>
            {networks.approved !== null && (
              <Button variant="default" disabled={busy} onClick={() => void decide(false)}>
                {t('networksWithdraw')}
              </Button>
            )}
            {isWaiting(networks) && (
              <Button loading={busy} onClick={() => void decide(true)}>
                {t('networksApprove', { n: figure(networks.people) })}
              </Button>
            )}
          </div>
        )}
      </div>
      <p className={styles.note} role="status">
        {stateOf(networks)}
      </p>
      <p className={styles.note} dir="ltr">
        {networks.networks.join(', ')}
      </p>
      <p className={styles.note}>
        {t('networksHours', {
          from: startIn(networks.from, facts.timeZone),
          until: startIn(networks.until, facts.timeZone),
        })}
      </p>
      <FormError>{failure}</FormError>
    </section>
  );
}
