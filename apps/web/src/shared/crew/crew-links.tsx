import { Button } from '@mantine/core';
import { IconLink, IconUserPlus } from '@tabler/icons-react';
import type { CrewLink, CrewLinkPurpose } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { useEffect, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { t as shared } from '../../platform/i18n/t.js';
import { errorText, notifyError } from '../../platform/notifications/notify.js';
import { Confirm } from '../ui/dialog.js';
import { ago, exactly } from '../ui/relative-time.js';
import styles from './crew-dialog.module.css';
import { type MadeLink, NewLinkDialog } from './new-link-dialog.js';
import { RightChips } from './rights-field.js';
import { t } from './texts.js';

interface Making {
  readonly purpose: CrewLinkPurpose;
  readonly made?: MadeLink;
}

interface CrewLinksProps {
  readonly gameId: GameId;
  readonly now: number;
}

/** While the dialog is open, as holders of links ask for new ones. */
const RELOAD_MS = 10_000;

const purposeText = (purpose: CrewLinkPurpose) => t(purpose === 'co-host' ? 'coHostLink' : 'wayBackLink');

/** For members with all rights. */
export function CrewLinks({ gameId, now }: CrewLinksProps) {
  const [links, setLinks] = useState<readonly CrewLink[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);
  const [making, make] = useState<Making | null>(null);
  const [revoked, askToRevoke] = useState<CrewLink | null>(null);
  useEffect(() => {
    let isStale = false;
    http.call('listCrewLinks', { params: { gameId } }).then(
      (found) => {
        if (isStale) return;
        setLinks(found.links);
        setFailure(null);
      },
      (error: unknown) => !isStale && setFailure(errorText(error)),
    );
    return () => void (isStale = true);
  }, [gameId, changes]);
  const reload = () => setChanges((before) => before + 1);
  useEffect(() => {
    const timer = setInterval(() => setChanges((before) => before + 1), RELOAD_MS);
    return () => clearInterval(timer);
  }, []);
  const asked = links?.filter(({ askedAt, revokedAt }) => askedAt !== null && revokedAt === null) ?? [];
  const revoke = async (linkId: string) => {
    try {
      await http.call('revokeCrewLink', { params: { gameId, linkId } });
    } catch (error) {
      await notifyError(error);
    }
    reload();
  };
  const sendNew = async ({ linkId: insteadOf, rights, purpose }: CrewLink) => {
    try {
      const body = { rights, purpose, insteadOf };
      make({ purpose, made: await http.call('createCrewLink', { params: { gameId }, body }) });
    } catch (error) {
      await notifyError(error);
    }
    reload();
  };

  return (
    <section aria-labelledby="crew-links">
      <h3 id="crew-links" className={styles.heading}>
        {t('links')}
      </h3>
      <div className={styles.acts}>
        <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={() => make({ purpose: 'co-host' })}>
          {t('invite')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconLink size={20} aria-hidden />}
          onClick={() => make({ purpose: 'way-back' })}
        >
          {t('wayBack')}
        </Button>
      </div>
      {failure !== null && (
        <p className={styles.note} role="alert">
          {failure}{' '}
          <Button size="xs" variant="default" onClick={reload}>
            {shared('again')}
          </Button>
        </p>
      )}
      {asked.map((link) => (
        <div key={link.linkId} className={styles.member} role="alert">
          <div className={styles.who}>
            <span className={styles.name}>{t('askedNew')}</span>
            <span className={styles.facts}>{`${purposeText(link.purpose)} · ${ago(link.askedAt ?? now, now)}`}</span>
            {link.purpose === 'co-host' && <RightChips rights={link.rights} />}
          </div>
          <Button size="xs" onClick={() => void sendNew(link)}>
            {t('sendNew')}
          </Button>
        </div>
      ))}
      {links?.length === 0 && <p className={styles.note}>{t('noLinks')}</p>}
      {links !== null && links.length > 0 && (
        <ul className={styles.members} aria-label={t('links')}>
          {links.map((link) => (
            <li key={link.linkId} className={styles.member}>
              <div className={styles.who}>
                <span className={styles.name}>{purposeText(link.purpose)}</span>
                <span className={styles.facts}>{stateOf(link, now)}</span>
                {link.purpose === 'co-host' && <RightChips rights={link.rights} />}
              </div>
              {isOpen(link, now) && (
                <Button size="xs" variant="default" onClick={() => askToRevoke(link)}>
                  {t('revoke')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Confirm
        opened={revoked !== null}
        title={t('revokeTitle')}
        text={t('revokeText')}
        yes={t('revokeYes')}
        tone="wrong"
        onClose={() => askToRevoke(null)}
        onYes={() => revoked && void revoke(revoked.linkId)}
      />
      {making !== null && (
        <NewLinkDialog
          key={making.made?.linkId}
          gameId={gameId}
          {...making}
          opened
          onMade={reload}
          onClose={() => make(null)}
        />
      )}
    </section>
  );
}

const isOpen = ({ usedAt, revokedAt, expiresAt }: CrewLink, now: number): boolean =>
  usedAt === null && revokedAt === null && expiresAt > now;

function stateOf({ usedAt, revokedAt, expiresAt }: CrewLink, now: number): string {
  if (usedAt !== null) return t('linkUsed', { time: ago(usedAt, now) });
  if (revokedAt !== null) return t('linkRevoked', { time: ago(revokedAt, now) });
  return t(expiresAt > now ? 'linkOpen' : 'linkExpired', { time: exactly(expiresAt) });
}
