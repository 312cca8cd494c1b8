import type { ShowFacts, ShowLogo } from '@earworm/contracts';
import type { CSSProperties } from 'react';
import { joinLink, spoken } from '../../shared/invite/join-link.js';
import { Logo } from '../../shared/shows/event-band.js';
import { startIn } from '../../shared/shows/show-times.js';
import { Wordmark } from '../../shared/ui/mark.js';
import { QrCode } from '../../shared/ui/qr-code.js';
import { nameSize, numberSize, type ReadyRoom, type Wifi, wifiCode } from './sheet-kinds.js';
import styles from './sheets.module.css';
import { t } from './texts.js';

interface Props {
  readonly room: ReadyRoom;
  readonly facts: ShowFacts;
  readonly logo: ShowLogo | null;
  /** Where players join. */
  readonly origin: string;
  /** Null: no step for it. */
  readonly wifi: Wifi | null;
}

const QUIET_ZONE = 4;

/** Public: it lies on the table. Nothing that gives more than a seat. */
export function RoomSheet({ room, facts, logo, origin, wifi }: Props) {
  const { number, name, group, gameCode, startsAt } = room;
  const { colours, timeZone } = facts;
  const steps = [
    ...(wifi === null ? [] : [{ title: t('stepWifi'), text: t('stepWifiText') }]),
    { title: t('stepScan'), text: t('stepScanText') },
    { title: t('stepPlay'), text: t('stepPlayText') },
  ];
  const style: CSSProperties | undefined = colours
    ? { color: colours.text, backgroundColor: colours.background }
    : undefined;
  return (
    <article className={styles.sheet} data-kind="room" aria-label={`${t('room')} ${number}`}>
      <header className={styles.head} data-coloured={colours !== null || undefined} style={style}>
        <span className={styles.brand}>
          <Wordmark />
        </span>
        {logo !== null && <Logo logo={logo} className={styles.logo} />}
        <span dir="auto">{[facts.name, group].filter((part) => part !== '').join(' · ')}</span>
      </header>
      <div className={styles.top}>
        <div className={styles.who}>
          <span>{t('room')}</span>
          <b className={styles.number} style={numberSize(number)}>
            {number}
          </b>
          <span className={styles.name} style={nameSize(name)} dir="auto">
            {name}
          </span>
        </div>
        <QrCode
          className={styles.qr}
          value={joinLink(origin, gameCode)}
          margin={QUIET_ZONE}
          title={t('scan', { number })}
        />
      </div>
      <div className={styles.box}>
        <span>
          {t('noCamera')}
          <b className={styles.address}>{spoken(origin)}</b>
        </span>
        <span>
          {t('enterCode')}
          <b className={styles.code}>{gameCode}</b>
        </span>
      </div>
      <div className={styles.how}>
        <ol className={styles.steps} aria-label={t('steps')}>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        {wifi !== null && (
          <div className={styles.wifi}>
            <QrCode
              className={styles.smallQr}
              value={wifiCode(wifi)}
              margin={QUIET_ZONE}
              title={t('wifiScan', { name: wifi.name })}
            />
            <b dir="auto">{t('wifi', { name: wifi.name })}</b>
            {wifi.password !== '' && <span dir="auto">{t('password', { password: wifi.password })}</span>}
          </div>
        )}
      </div>
      <footer className={styles.foot}>
        <span>{t('starts', { time: startIn(startsAt ?? facts.startsAt, timeZone) })}</span>
        <span>{t('trouble')}</span>
      </footer>
    </article>
  );
}
