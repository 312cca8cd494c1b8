import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import type { Command, GameView } from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';
import { useNow } from '../ui/use-now.js';
import styles from './crew-banner.module.css';
import { helpCategory, t } from './texts.js';

interface HelpBarProps {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  give(command: Command): Promise<boolean>;
}

/** Without the words of relative times, which the desk needs for nothing else. */
const age = (ms: number) =>
  ms < 60_000
    ? t('helpSeconds', { n: figure(Math.max(0, Math.floor(ms / 1_000))) })
    : t('helpMinutes', { n: figure(Math.floor(ms / 60_000)) });

/** The open call for help, on every desk of the game. */
export function HelpBar({ view: { help }, clockOffsetMs, give }: HelpBarProps) {
  const now = useNow(clockOffsetMs, help !== undefined, 1_000);
  if (help === undefined) return null;
  return (
    <section className={styles.bar} data-testid="help-bar">
      <IconLifebuoy size={24} aria-hidden />
      <p className={styles.words}>
        <b role="status">{t('helpCalled', { category: helpCategory(help.category) })}</b>{' '}
        <span className={styles.text}>
          {help.text && <q dir="auto">{help.text}</q>} {t('helpBy', { name: help.name })}{' '}
          <span aria-hidden>· {age(now - help.at)}</span>
        </span>
      </p>
      <div className={styles.acts}>
        <Button size="sm" variant="default" onClick={() => void give({ type: 'withdrawHelp' })}>
          {t('withdraw')}
        </Button>
      </div>
    </section>
  );
}
