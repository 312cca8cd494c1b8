import { SegmentedControl, Switch } from '@mantine/core';
import type { GameView, Settings } from '@earworm/rules';
import { useId } from 'react';
import styles from './setup-desk.module.css';
import { t } from './texts.js';
import type { GiveOrNotify } from './use-edits.js';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly hint: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, hint, value, choices, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <span id={id} className={styles.choiceLabel}>
        {label}
      </span>
      <SegmentedControl<Value> aria-labelledby={id} fullWidth value={value} data={[...choices]} onChange={onChange} />
      <span className={styles.hint}>{hint}</span>
    </div>
  );
}

export function GameSettings({ view, giveOrNotify }: { view: GameView; giveOrNotify: GiveOrNotify }) {
  const hintId = useId();
  const change = (settings: Partial<Settings>) => void giveOrNotify({ type: 'changeSettings', settings });
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>{t('settings')}</h2>
      <div className={styles.choice}>
        <Switch
          label={t('timeTrial')}
          aria-describedby={hintId}
          checked={view.timeTrialMode}
          onChange={(event) => void giveOrNotify({ type: 'switchTimeTrial', on: event.currentTarget.checked })}
        />
        {/* As the switch's description it would become part of its name. */}
        <span id={hintId} className={styles.hint}>
          {t('timeTrialHint')}
        </span>
      </div>
      <Choice
        label={t('attempts')}
        hint={t('attemptsHint')}
        value={view.settings.attempts}
        choices={[
          { value: 'unlimited', label: t('attemptsUnlimited') },
          { value: 'once', label: t('attemptsOnce') },
        ]}
        onChange={(attempts) => change({ attempts })}
      />
      <Choice
        label={t('picking')}
        hint={t('pickingHint')}
        value={view.settings.picking ?? 'confirmed'}
        choices={[
          { value: 'confirmed', label: t('pickingConfirmed') },
          { value: 'direct', label: t('pickingDirect') },
        ]}
        onChange={(picking) => change({ picking })}
      />
      <Choice
        label={t('musicOn')}
        hint={t('musicOnHint')}
        value={view.settings.musicOn}
        choices={[
          { value: 'desk', label: t('musicOnDesk') },
          { value: 'players', label: t('musicOnPlayers') },
        ]}
        onChange={(musicOn) => change({ musicOn })}
      />
      <Choice
        label={t('musicAfterWrong')}
        hint={t('musicAfterWrongHint')}
        value={view.settings.musicAfterWrong ?? 'plays'}
        choices={[
          { value: 'plays', label: t('musicAfterWrongPlays') },
          { value: 'waits', label: t('musicAfterWrongWaits') },
        ]}
        onChange={(musicAfterWrong) => change({ musicAfterWrong })}
      />
      <Choice
        label={t('musicAfterRight')}
        hint={t('musicAfterRightHint')}
        value={view.settings.musicAfterRight ?? 'stops'}
        choices={[
          { value: 'stops', label: t('musicAfterRightStops') },
          { value: 'plays', label: t('musicAfterRightPlays') },
        ]}
        onChange={(musicAfterRight) => change({ musicAfterRight })}
      />
    </section>
  );
}
