import type { ShowFacts, ShowLogo } from '@earworm/contracts';
import { IconLock } from '@tabler/icons-react';
import { adviceAbout, t as advice } from '../../shared/crew/advice-texts.js';
import { Logo } from '../../shared/shows/event-band.js';
import { startIn } from '../../shared/shows/show-times.js';
import { Wordmark } from '../../shared/ui/mark.js';
import { QrCode } from '../../shared/ui/qr-code.js';
import { nameSize, numberSize, type ReadyRoom } from './sheet-kinds.js';
import styles from './sheets.module.css';
import { t } from './texts.js';

export interface MadeCard {
  readonly room: ReadyRoom;
  /** With its secret. */
  readonly link: string;
  readonly expiresAt: number;
}

interface Props extends MadeCard {
  readonly facts: ShowFacts;
  readonly logo: ShowLogo | null;
  readonly operators: readonly string[];
}

const QUIET_ZONE = 4;
/** Smaller than on a room sheet. */
const NUMBER_SIZE = 3.4;

/** Secret: its holder runs the room. Band and words tell it from a room sheet, in grey too. */
export function CrewCard({ room, link, expiresAt, facts, logo, operators }: Props) {
  const { number, name, group, startsAt } = room;
  const { timeZone } = facts;
  return (
    <article className={styles.sheet} data-kind="crew" aria-label={`${t('crewOnly')} ${number}`}>
      <div className={styles.band} aria-hidden />
      <header className={styles.head}>
        <span className={styles.brand}>
          <Wordmark />
        </span>
        {logo !== null && <Logo logo={logo} colours={facts.colours} className={styles.logo} />}
        <span className={styles.secret}>
          <IconLock size="1.2em" aria-hidden />
          <span>
            <b>{t('crewOnly')}</b>
            <br />
            {t('notOnTable')}
          </span>
        </span>
      </header>
      <div className={styles.top}>
        <div className={styles.who}>
          <span>{t('youRun')}</span>
          <b className={styles.number} style={numberSize(number, NUMBER_SIZE)}>
            {number}
          </b>
          <span className={styles.name} style={nameSize(name)} dir="auto">
            {name}
          </span>
          <span dir="auto">{[facts.name, group].filter((part) => part !== '').join(' · ')}</span>
          <span>{t('firstSong', { time: startIn(startsAt ?? facts.startsAt, timeZone) })}</span>
        </div>
        <div className={styles.deskQr}>
          <QrCode className={styles.qr} value={link} margin={QUIET_ZONE} title={t('deskScan', { number })} />
          <b>{t('desk')}</b>
          <span>{t('until', { time: startIn(expiresAt, timeZone) })}</span>
        </div>
      </div>
      <h2 className={styles.wrongTitle}>{advice('wrongTitle')}</h2>
      <dl className={styles.wrong}>
        {adviceAbout(['Help', 'Device', 'Song', 'Verdict', 'Card']).map(({ what, title, text }) => (
          <div key={what}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <footer className={styles.foot}>
        <span dir="auto">{operators.length > 0 && t('operators', { names: operators.join(', ') })}</span>
        <span>{t('tearUp')}</span>
      </footer>
      <div className={styles.band} aria-hidden />
    </article>
  );
}
