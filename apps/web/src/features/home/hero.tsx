import { Wave } from '../../shared/ui/wave.js';
import styles from './home-page.module.css';
import { t } from './texts.js';

export function Hero() {
  return (
    <div className={styles.hero}>
      <div className={styles.beam} aria-hidden />
      <h1 className={styles.title}>
        {t('title')
          .split(/(?<=\.) /)
          .map((line) => (
            <span key={line}>{line} </span>
          ))}
      </h1>
      <p className={styles.pitch}>{t('pitch')}</p>
      <div className={styles.wave} aria-hidden>
        <Wave progress={0.58} bars={52} playing />
      </div>
    </div>
  );
}

const STEPS = [
  ['stepHostTitle', 'stepHost'],
  ['stepJoinTitle', 'stepJoin'],
  ['stepPlayTitle', 'stepPlay'],
] as const;

export function Steps() {
  return (
    <ol className={styles.steps}>
      {STEPS.map(([title, text], at) => (
        <li key={title}>
          <span className={styles.number} aria-hidden>
            {at + 1}
          </span>
          <div>
            <h2>{t(title)}</h2>
            <p>{t(text)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
