import { memo } from 'react';
import { t } from '../../platform/i18n/t.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import styles from './wave.module.css';

interface Props {
  readonly progress: number | null;
  readonly bars?: number;
  readonly playing?: boolean;
  readonly className?: string | undefined;
}

/** The same for every song: its real wave would reveal the song. */
const heightOf = (bar: number) => 18 + 82 * Math.abs(Math.sin(bar * 0.61) * Math.cos(bar * 0.23 + 1));

export const Wave = memo(function Wave({ progress, bars = 44, playing = false, className }: Props) {
  // The language may load or change while the other props stay the same.
  useTranslator();
  const played = Math.round(Math.min(1, Math.max(0, progress ?? 0)) * bars);
  const meaning =
    progress === null
      ? { 'aria-hidden': true }
      : {
          role: 'progressbar',
          'aria-label': t('songProgress'),
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-valuenow': Math.round((played / bars) * 100),
        };
  return (
    <div
      className={[styles.wave, className].filter(Boolean).join(' ')}
      data-playing={playing || undefined}
      {...meaning}
    >
      {Array.from({ length: bars }, (_, bar) => (
        <i
          key={bar}
          data-on={bar < played || undefined}
          style={{ height: `${heightOf(bar)}%`, animationDelay: `${(bar * 137) % 700}ms` }}
        />
      ))}
    </div>
  );
});
