import type { GameView } from '@earworm/rules';
import { SettingsFields, t } from '../../shared/game-settings/settings-fields.js';
import styles from './setup-desk.module.css';
import type { GiveOrNotify } from './use-edits.js';

export const GameSettings = ({ view, giveOrNotify }: { view: GameView; giveOrNotify: GiveOrNotify }) => (
  <section className={styles.card}>
    <h2 className={styles.cardTitle}>{t('settings')}</h2>
    <SettingsFields
      atDesk
      settings={view.settings}
      timeTrialMode={view.timeTrialMode}
      onSettings={(settings) => void giveOrNotify({ type: 'changeSettings', settings })}
      onTimeTrial={(on) => void giveOrNotify({ type: 'switchTimeTrial', on })}
    />
  </section>
);
