import { IconAlertTriangle, IconCheck, IconCircleHalf2, IconPlugConnectedX } from '@tabler/icons-react';
import { type ServiceState, SILENT_AFTER_MS, type Space } from '@earworm/contracts';
import { bytes } from '../../../platform/i18n/numbers.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

type Look = 'ok' | 'degraded' | 'broken' | 'silent';

function lookOf({ heardAgoMs, checks }: ServiceState): Look {
  if (heardAgoMs === null || heardAgoMs > SILENT_AFTER_MS) return 'silent';
  const failing = checks.filter(({ ok }) => !ok);
  if (failing.length === 0) return 'ok';
  return failing.every(({ optional }) => optional) ? 'degraded' : 'broken';
}

const ICONS = { ok: IconCheck, degraded: IconCircleHalf2, broken: IconAlertTriangle, silent: IconPlugConnectedX };

/** Without mail a password reset is refused. */
const stateOf = (name: string, ok: boolean, optional: boolean) =>
  ok ? 'ok' : name === 'mail' ? 'mailFails' : optional ? 'doesWithout' : 'broken';
const lookOfCheck = (ok: boolean, optional: boolean): Look => (ok ? 'ok' : optional ? 'degraded' : 'broken');

/** Above the games: one line while all is well, else what is not. */
export function ServicesLine({ services }: { services: readonly ServiceState[] }) {
  const failing = services.filter((each) => lookOf(each) !== 'ok');
  const worst = (['broken', 'silent', 'degraded'] as const).find((look) =>
    failing.some((each) => lookOf(each) === look),
  );
  const Icon = ICONS[worst ?? 'ok'];
  return (
    <p className={styles.allServices} data-look={worst ?? 'ok'} role="status">
      <Icon size={20} aria-hidden />
      {worst === undefined
        ? t('servicesWell', { count: services.length })
        : failing.map((each) => `${each.service}: ${t(lookOf(each))}`).join(' · ')}
    </p>
  );
}

export function ServiceCards({ services }: { services: readonly ServiceState[] }) {
  return (
    <section aria-label={t('services')}>
      <h2 className={styles.heading}>{t('services')}</h2>
      <ul className={styles.services}>
        {services.map((each) => (
          <ServiceCard key={each.instance || each.service} state={each} />
        ))}
      </ul>
    </section>
  );
}

function ServiceCard({ state }: { state: ServiceState }) {
  const { service, instance, lagMs, checks, heardAgoMs, spaces = {} } = state;
  const look = lookOf(state);
  const Icon = ICONS[look];
  const silence = heardAgoMs === null ? t('silent') : t('silentFor', { n: Math.round(heardAgoMs / 1000) });
  return (
    <li className={styles.service} data-look={look} title={instance ? t('instance', { id: instance }) : undefined}>
      <span className={styles.serviceName}>
        <Icon size={20} aria-hidden />
        {service}
        <span className={styles.state}>{look === 'silent' ? silence : t(look)}</span>
      </span>
      {look !== 'silent' && <span className={styles.note}>{t('lagOf', lagMs)}</span>}
      {look !== 'silent' &&
        Object.entries(spaces).map(([name, space]) => <SpaceLine key={name} name={name} space={space} />)}
      {checks.map(({ name, ok, ms, optional = false }) =>
        look === 'silent' ? (
          <span key={name} className={styles.note}>
            {t('checkUnknown', { name })}
          </span>
        ) : (
          <span key={name} className={styles.check} data-look={lookOfCheck(ok, optional)}>
            {t('check', { name, state: t(stateOf(name, ok, optional)), ms })}
          </span>
        ),
      )}
    </li>
  );
}

/** Below this share of free memory or disk a service counts as degraded. */
const LEAST_FREE = 0.15;
const SPACES = ['disk', 'database', 'objects'] as const;

function SpaceLine({ name, space: { usedBytes, totalBytes } }: { name: string; space: Space }) {
  const spaceName = SPACES.find((each) => each === name);
  const what = spaceName === undefined ? name : t(spaceName);
  if (totalBytes === null) {
    return <span className={styles.note}>{t('spaceUsed', { name: what, used: bytes(usedBytes) })}</span>;
  }
  const free = Math.max(0, totalBytes - usedBytes);
  const space = {
    name: what,
    free: bytes(free),
    total: bytes(totalBytes),
    percent: Math.floor((free / totalBytes) * 100),
  };
  return (
    <span className={styles.check} data-look={free < totalBytes * LEAST_FREE ? 'degraded' : 'ok'}>
      {t('spaceFree', space)}
    </span>
  );
}
