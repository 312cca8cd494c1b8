import type { GameView } from '@earworm/rules';
import { useState } from 'react';
import { useTranslator } from '../../platform/i18n/texts.js';
import styles from './announcement-strip.module.css';
import { useAnnouncements } from './use-announcements.js';

interface Props {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  readonly className?: string | undefined;
}

/** On phones and the stage: in the flow of the page, so that it covers nothing. A tap shows a long one whole. */
export function AnnouncementStrip({ view, clockOffsetMs, className }: Props) {
  useTranslator();
  const [latest] = useAnnouncements(view, clockOffsetMs);
  const [whole, showWhole] = useState<number | null>(null);
  return (
    // Always there: screen readers read what is put into it, once.
    <div role="status" className={className}>
      {latest && (
        <button
          type="button"
          dir="auto"
          className={styles.strip}
          aria-expanded={whole === latest.version}
          onClick={() => showWhole(whole === latest.version ? null : latest.version)}
        >
          <span>{latest.text}</span>
        </button>
      )}
    </div>
  );
}
