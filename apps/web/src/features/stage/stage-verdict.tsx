import type { Result } from '../../shared/live/use-result.js';
import { change } from '../../platform/i18n/numbers.js';
import { letters } from '../../shared/ui/names.js';
import styles from './stage-verdict.module.css';
import { t } from './texts.js';

/** The question goes on. */
export function AnswerMoment({ kind, name, gain }: { kind: 'wrong' | 'right'; name: string; gain: number }) {
  return (
    <div className={styles.verdict} data-kind={kind} role="status">
      <p className={styles.word}>
        <Sign path={PATHS[kind]} />
        {t(kind)}
      </p>
      <p className={styles.name} dir="auto" style={letters(name)}>
        {name}
      </p>
      <p className={styles.gain}>{gain === 0 ? t('noLoss') : change(gain)}</p>
    </div>
  );
}

export function CorrectedMoment({ name, gain }: { name: string | null; gain: number | null }) {
  return (
    <div className={styles.verdict} data-kind="corrected" role="status">
      <p className={styles.word}>{t(gain === null ? 'undone' : 'corrected')}</p>
      {name !== null && (
        <p className={styles.name} dir="auto" style={letters(name)}>
          {name}
        </p>
      )}
      {gain !== null && <p className={styles.gain}>{change(gain)}</p>}
    </div>
  );
}

export function ResultMoment({ result }: { result: Result }) {
  const { name, gain, answer, songName } = result;
  return (
    <div className={styles.verdict} data-kind={name === null ? 'nobody' : 'right'} role="status">
      {name === null ? (
        <p className={styles.word}>{t('nobodyGotIt')}</p>
      ) : (
        <>
          <p className={styles.word}>
            <Sign path={PATHS.right} />
            {t('right')}
          </p>
          <p className={styles.name} dir="auto" style={letters(name)}>
            {name}
          </p>
          {gain !== null && <p className={styles.gain}>{change(gain)}</p>}
        </>
      )}
      <p className={styles.was}>{t('itWas')}</p>
      <h1 className={styles.answer}>{answer}</h1>
      {songName !== '' && songName !== answer && <p className={styles.song}>{songName}</p>}
    </div>
  );
}

const PATHS = { wrong: 'M6 6l20 20M26 6L6 26', right: 'M5 17l8 8L27 7' };

function Sign({ path }: { path: string }) {
  return (
    <svg className={styles.sign} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      <path d={path} stroke="currentColor" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
