import type { PublicStandings, RefusedError, ShowStage } from '@earworm/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { http, publicHttp } from '../../platform/http/http.js';
import { messageOf, t as shared } from '../../platform/i18n/t.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import { Button } from '../../shared/controls/button.js';
import { stageKeyIn } from '../../shared/invite/join-link.js';
import { RequireSession } from '../../shared/ui/guards.js';
import { PageSpinner, PageTitle } from '../../shared/ui/page.js';
import { useNow } from '../../shared/ui/use-now.js';
import { useWakeLock } from '../../shared/ui/use-wake-lock.js';
import { EventStage } from './event-stage.js';
import { PublicList } from './public-list.js';
import styles from './pages-by-link.module.css';
import { clockTime } from './stage-facts.js';
import { t } from './stage-texts.js';
import { type Polled, usePolled } from './use-polled.js';

/** With the second in which the history follows a game, the stage shows a verdict within two. */
const STAGE_MS = 1_000;
/** Three thousand phones behind one address stay within its allowance. */
const PUBLIC_MS = 8_000;
/** Older ones are called old: one attempt may be lost without a word. */
const STALE_MS = 4_000;

/** A projector is back soon; phones are many. */
const STAGE_RETRY_MS = [2_000, 4_000] as const;
const PUBLIC_RETRY_MS = [PUBLIC_MS, 30_000] as const;

/** Links that are revoked, and events that are gone. All other failures may pass. */
const isFinal = ({ code }: RefusedError) =>
  code === 'standings-link-unknown' || code === 'event-not-found' || code === 'bad-request';

/** /events/:showId/stage, with the key of a link in the fragment; without it for the staff. */
export function EventStagePage() {
  useTranslator();
  const { showId = '' } = useParams();
  const { hash } = useLocation();
  const key = stageKeyIn(hash);
  if (key !== null) return <StageByKey key={showId + key} showId={showId} linkKey={key} />;
  return (
    <RequireSession>
      <StageOfStaff key={showId} showId={showId} />
    </RequireSession>
  );
}

function StageByKey({ showId, linkKey: key }: { showId: string; linkKey: string }) {
  const polled = usePolled(() => publicHttp.call('lookAtShowStage', { params: { showId }, body: { key } }), {
    everyMs: () => STAGE_MS,
    retryMs: STAGE_RETRY_MS,
    isFinal,
    whileHidden: true,
  });
  return <Stage showId={showId} polled={polled} />;
}

function StageOfStaff({ showId }: { showId: string }) {
  const { data, ...polled } = usePolled(() => http.call('readShowStage', { params: { showId } }), {
    everyMs: ({ role }) => (role === null ? null : STAGE_MS),
    retryMs: STAGE_RETRY_MS,
    isFinal,
    whileHidden: true,
  });
  return <Stage showId={showId} polled={{ ...polled, data: data?.stage ?? null }} isReadOnce={data?.role === null} />;
}

interface StageProps {
  readonly showId: string;
  readonly polled: Polled<ShowStage>;
  readonly isReadOnce?: boolean;
}

function Stage({ showId, polled, isReadOnce = false }: StageProps) {
  useWakeLock();
  return (
    <Polling polled={polled}>
      {(stage) => (
        <EventStage
          showId={showId}
          stage={stage}
          note={isReadOnce ? t('once', { time: clockTime(polled.at) }) : <Age polled={polled} staleMs={STALE_MS} />}
        />
      )}
    </Polling>
  );
}

/** /events/:showId/public-standings#key=…: for all who have the link. */
export function PublicStandingsPage() {
  useTranslator();
  const { showId = '' } = useParams();
  const { hash } = useLocation();
  const key = stageKeyIn(hash) ?? '';
  return <PublicByKey key={showId + key} showId={showId} linkKey={key} />;
}

function PublicByKey({ showId, linkKey: key }: { showId: string; linkKey: string }) {
  const polled = usePolled<PublicStandings>(
    () => publicHttp.call('lookAtStandings', { params: { showId }, body: { key } }),
    { everyMs: () => PUBLIC_MS, retryMs: PUBLIC_RETRY_MS, isFinal, whileHidden: false },
  );
  return (
    <Polling polled={polled}>
      {(found) => <PublicList found={found} note={<Age polled={polled} staleMs={PUBLIC_MS + STALE_MS} />} />}
    </Polling>
  );
}

interface PollingProps<T> {
  readonly polled: Polled<T>;
  readonly children: (data: T) => ReactNode;
}

function Polling<T extends { readonly name: string }>({ polled: { data, error }, children }: PollingProps<T>) {
  if (error !== null && isFinal(error)) {
    const code = error.code === 'bad-request' ? 'standings-link-unknown' : error.code;
    return (
      <main className={styles.dead}>
        <PageTitle text={t('title')} />
        <h1 role="alert">{messageOf(code)}</h1>
        <Button component={Link} to="/" size="lg">
          {shared('backHome')}
        </Button>
      </main>
    );
  }
  return (
    <>
      <PageTitle text={data?.name ?? t('title')} />
      {data === null && (error === null ? <PageSpinner /> : <Unreachable />)}
      {data !== null && children(data)}
    </>
  );
}

const Unreachable = () => (
  <main className={styles.dead}>
    <h1 role="status">{t('failed')}</h1>
  </main>
);

/** Nothing while they are up to date. The seconds are not announced: they change with every one. */
function Age({ polled: { at }, staleMs }: { polled: Polled<unknown>; staleMs: number }) {
  const now = useNow(0, true, 1_000);
  const shownAt = useShownAt();
  // A page that comes back is old until its first answer, which is not a failure.
  if (now - at < staleMs || now - shownAt < STALE_MS) return null;
  return (
    <p className={styles.old}>
      <span role="status">{t('old')}</span> <span aria-hidden>{t('age', { n: Math.round((now - at) / 1_000) })}</span>
    </p>
  );
}

/** When this page was last brought back, by this device's clock. */
function useShownAt(): number {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const shown = () => document.visibilityState === 'visible' && setAt(Date.now());
    document.addEventListener('visibilitychange', shown);
    return () => document.removeEventListener('visibilitychange', shown);
  }, []);
  return at;
}
