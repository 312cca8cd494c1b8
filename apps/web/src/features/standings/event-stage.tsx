import type { ShowStage } from '@earworm/contracts';
import type { CSSProperties, ReactNode } from 'react';
import { figure, ordinal } from '../../platform/i18n/numbers.js';
import { spoken, useJoinOrigin } from '../../shared/invite/join-link.js';
import { EventOrProduct, Logo } from '../../shared/shows/event-band.js';
import { letters } from '../../shared/ui/names.js';
import { QrCode } from '../../shared/ui/qr-code.js';
import { AccessibleText, Announcer } from '../../shared/ui/screen-reader.js';
import { useConfetti } from '../../shared/ui/use-confetti.js';
import styles from './event-stage.module.css';

import { clockTime, groupsOf, isComplete, hasTrend, leadOf, publicLink, valueText } from './stage-facts.js';
import { t } from './stage-texts.js';
import { Trend } from './trend.js';

const GROUPS_SHOWN = 4;
const GROUPS_BESIDE_A_SPONSOR = 3;

interface Props {
  readonly showId: string;
  readonly stage: ShowStage;
  /** How old it is, where that matters. */
  readonly note: ReactNode;
}

/** The best of an event on a projector, or as far as they are revealed. */
export function EventStage({ showId, stage, note }: Props) {
  const { entries, reveal, total, counting, kind, rounds, frozenAt } = stage;
  const hidden = reveal === null ? 0 : Math.max(0, reveal.entries - entries.length);
  const rows = hidden + entries.length;
  useConfetti(reveal !== null && isComplete(stage) && entries.length > 0);
  return (
    <main className={styles.stage} data-testid="event-stage">
      <header className={styles.head}>
        <EventOrProduct showId={showId} />
        <h1>{t(reveal === null ? kind : 'results')}</h1>
        <p className={styles.state}>
          {hasTrend(stage) && <span>{t('round', { n: rounds })}</span>}
          {reveal === null && (
            <b data-live={frozenAt === null || undefined}>
              {frozenAt === null ? t('live') : t('frozen', { time: clockTime(frozenAt) })}
            </b>
          )}
        </p>
      </header>
      <div className={styles.main}>
        {rows === 0 ? <p className={styles.none}>{t('notYet')}</p> : <Rows stage={stage} hidden={hidden} />}
        <aside className={styles.side}>
          <Join showId={showId} publicKey={stage.publicKey} />
          {stage.sponsorLogo && <Logo logo={stage.sponsorLogo} className={styles.sponsor} text={t('sponsor')} />}
          <Groups stage={stage} />
          <Lead stage={stage} />
        </aside>
      </div>
      <footer className={styles.foot}>
        <div className={styles.note}>
          {note}
          <p>{reveal !== null && entries.length === 0 ? t('soon') : t('level')}</p>
        </div>
        {rows > 0 && (
          <p>
            {counting !== 'points' && `${t(counting === 'average' ? 'perQuestion' : 'forPlaces')} · `}
            {rows < total
              ? t('top', { n: figure(rows), total: figure(total) })
              : t('all', { count: total, n: figure(total) })}
          </p>
        )}
      </footer>
      <Announcer polite announcement={announcementOf(stage)} />
    </main>
  );
}

/** The place that was revealed last, for screen readers. */
function announcementOf({ reveal, entries }: ShowStage) {
  if (reveal === null || reveal.best === null) return null;
  const { best } = reveal;
  const names = entries.filter(({ rank }) => rank === best).map(({ name }) => name);
  return { id: best, text: t('revealed', { place: ordinal(best), names: names.join(', ') }) };
}

function Rows({ stage, hidden }: { stage: ShowStage; hidden: number }) {
  const { entries, counting, reveal } = stage;
  const most = Math.max(1, ...entries.map(({ value }) => value));
  const rows = hidden + entries.length;
  const isTrending = hasTrend(stage);
  const digits = Math.max(0, ...entries.map(({ value }) => valueText(counting, value).length));
  const sizes: CSSProperties & Record<`--${string}`, number> = {
    ...{ '--rows': rows, '--half': Math.ceil(rows / 2), '--digits': digits },
  };
  return (
    <ol className={styles.rows} style={sizes} data-trend={isTrending || undefined} aria-label={t('title')}>
      {Array.from({ length: hidden }, (_, at) => (
        <li key={`hidden ${at}`} data-hidden>
          <b className={styles.place}>
            <AccessibleText text={t('hidden')}>?</AccessibleText>
          </b>
        </li>
      ))}
      {entries.map(({ rank, before, name, value, room }, at) => (
        // By the place in the list: what is revealed comes in above.
        <li key={at - entries.length} data-rank={rank} data-new={reveal?.best === rank || undefined}>
          <b className={styles.place}>
            <AccessibleText text={t('place', { n: rank })}>{figure(rank)}</AccessibleText>
          </b>
          {isTrending && <Trend rank={rank} before={before} />}
          <span className={styles.name}>
            <span dir="auto" style={letters(name)}>
              {name}
            </span>
          </span>
          <span className={styles.group} dir="auto">
            {room.group || room.name}
          </span>
          <b className={styles.value}>
            <AccessibleText text={t(`points_${counting}`, { n: valueText(counting, value) })}>
              {valueText(counting, value)}
            </AccessibleText>
          </b>
          <i className={styles.meter} style={{ width: `${Math.max(0, (value / most) * 100)}%` }} />
        </li>
      ))}
    </ol>
  );
}

/** What phones open: the public page, or where their games are joined. */
function Join({ showId, publicKey }: { showId: string; publicKey: string | null }) {
  const origin = useJoinOrigin();
  const link = publicKey === null ? origin : publicLink(origin, showId, publicKey);
  return (
    <section className={styles.join}>
      <QrCode className={styles.qr} value={link} margin={3} title={t('qrName', { link })} />
      <p>
        {t(publicKey === null ? 'joinAt' : 'follow')} {publicKey === null && <b>{spoken(origin)}</b>}
      </p>
    </section>
  );
}

function Groups({ stage }: { stage: ShowStage }) {
  const groups = isComplete(stage) ? groupsOf(stage.entries) : [];
  if (groups.length === 0) return null;
  const most = stage.sponsorLogo ? GROUPS_BESIDE_A_SPONSOR : GROUPS_SHOWN;
  return (
    <section className={styles.card}>
      <h2>{t('groups', { n: stage.entries.length })}</h2>
      <ul>
        {groups.slice(0, most).map(({ name, count }) => (
          <li key={name}>
            <b dir="auto">{name}</b> <span>{figure(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lead({ stage }: { stage: ShowStage }) {
  const lead = leadOf(stage);
  if (lead === null) return null;
  return (
    <section className={styles.card}>
      <h2>{t('lead')}</h2>
      <b className={styles.lead}>{valueText(stage.counting, lead)}</b>
    </section>
  );
}
