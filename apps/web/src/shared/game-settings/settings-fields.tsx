import { SegmentedControl, Switch } from '@mantine/core';
import { BLOCKED_NAME_MAX_LENGTH, BLOCKED_NAMES_MAX, cutText, type Settings } from '@earworm/rules';
import { useId, useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { TextArea } from '../ui/text-fields.js';
import styles from './settings-fields.module.css';

export const t = textsOf('gameSettings', {
  settings: 'Game settings',
  attempts: 'Tries per question',
  attemptsUnlimited: 'Unlimited',
  attemptsOnce: 'One per player',
  attemptsHint: 'Can a player who answered wrong buzz again on the same question?',
  lockOut: 'Wait after a wrong answer',
  lockOutNone: 'None',
  lockOutSeconds: '{{n}} s',
  lockOutHint: 'How long the player, or their team, cannot buzz again on the same question.',
  musicOn: 'Where the music plays',
  musicOnDesk: 'On this device',
  musicOnModerator: 'At the moderator',
  musicOnPlayers: 'On the players’ phones',
  musicOnHint: 'Choose the players’ phones if you are not all in the same place.',
  timeTrial: 'Time trial',
  timeTrialHint: 'A right answer is worth 5 points less for every second the song has played.',
  musicAfterWrong: 'Music after a wrong answer',
  musicAfterWrongPlays: 'Keeps playing',
  musicAfterWrongWaits: 'Stays paused',
  musicAfterWrongHint: 'While other players are still waiting to answer.',
  musicAfterRight: 'Music after a right answer',
  musicAfterRightStops: 'Stops',
  musicAfterRightPlays: 'Keeps playing',
  musicAfterRightHint: 'Until the next question, or until you pause it.',
  picking: 'Picking questions',
  pickingConfirmed: 'You confirm the choice',
  pickingModerator: 'The moderator confirms',
  pickingDirect: 'Starts right away',
  pickingHint: 'The player whose turn it is taps a question on their phone.',
  nameReview: 'Check new names',
  nameReviewOff: 'Show at once',
  nameReviewOn: 'Check first',
  nameReviewHint: 'Until you approve a name, the stage and other players see “Player 7”, for example.',
  nameReviewHintModerator:
    'Until a moderator approves a name, the stage and other players see “Player 7”, for example.',
  blockedNames: 'Words that names cannot contain',
  blockedNamesHint: 'One per line. Common English and German insults are already blocked.',
});

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
      <span id={id} className={styles.label}>
        {label}
      </span>
      <SegmentedControl<Value> aria-labelledby={id} fullWidth value={value} data={[...choices]} onChange={onChange} />
      <span className={styles.hint}>{hint}</span>
    </div>
  );
}

interface BlockedNamesProps {
  readonly words: readonly string[];
  onChange(words: string[]): void;
}

const wordsIn = (text: string): string[] =>
  [...new Set(text.split('\n').map((line) => cutText(line.trim(), BLOCKED_NAME_MAX_LENGTH).trim()))]
    .filter((word) => word !== '')
    .slice(0, BLOCKED_NAMES_MAX);

function BlockedNames({ words, onChange }: BlockedNamesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = () => {
    if (typed !== null) onChange(wordsIn(typed));
    setTyped(null);
  };
  return (
    <TextArea
      label={t('blockedNames')}
      description={t('blockedNamesHint')}
      autosize
      maxRows={6}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? words.join('\n')}
      onChange={setTyped}
      onBlur={set}
    />
  );
}

const LOCK_OUTS: readonly number[] = [0, 2, 5, 10];
/** Also one that was set by a program. */
const lockOutsWith = (seconds: number): readonly number[] =>
  [...new Set([...LOCK_OUTS, seconds])].sort((a, b) => a - b);

interface Props {
  /** What is missing is as in a new game. */
  readonly settings: Partial<Settings>;
  readonly timeTrialMode: boolean;
  /** Whether this is the moderator's own device. */
  readonly atDesk: boolean;
  onSettings(change: Partial<Settings>): void;
  onTimeTrial(on: boolean): void;
}

export function SettingsFields({ settings, timeTrialMode, atDesk, onSettings, onTimeTrial }: Props) {
  const hintId = useId();
  const lockOutSeconds = settings.lockOutSeconds ?? 0;
  return (
    <>
      <div className={styles.choice}>
        <Switch
          label={t('timeTrial')}
          aria-describedby={hintId}
          checked={timeTrialMode}
          onChange={(event) => onTimeTrial(event.currentTarget.checked)}
        />
        {/* As the switch's description it would become part of its name. */}
        <span id={hintId} className={styles.hint}>
          {t('timeTrialHint')}
        </span>
      </div>
      <Choice
        label={t('attempts')}
        hint={t('attemptsHint')}
        value={settings.attempts ?? 'unlimited'}
        choices={[
          { value: 'unlimited', label: t('attemptsUnlimited') },
          { value: 'once', label: t('attemptsOnce') },
        ]}
        onChange={(attempts) => onSettings({ attempts })}
      />
      {settings.attempts !== 'once' && (
        <Choice
          label={t('lockOut')}
          hint={t('lockOutHint')}
          value={String(lockOutSeconds)}
          choices={lockOutsWith(lockOutSeconds).map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('lockOutNone') : t('lockOutSeconds', { n: figure(seconds) }),
          }))}
          onChange={(seconds) => onSettings({ lockOutSeconds: Number(seconds) || null })}
        />
      )}
      <Choice
        label={t('picking')}
        hint={t('pickingHint')}
        value={settings.picking ?? 'confirmed'}
        choices={[
          { value: 'confirmed', label: t(atDesk ? 'pickingConfirmed' : 'pickingModerator') },
          { value: 'direct', label: t('pickingDirect') },
        ]}
        onChange={(picking) => onSettings({ picking })}
      />
      <Choice
        label={t('musicOn')}
        hint={t('musicOnHint')}
        value={settings.musicOn ?? 'desk'}
        choices={[
          { value: 'desk', label: t(atDesk ? 'musicOnDesk' : 'musicOnModerator') },
          { value: 'players', label: t('musicOnPlayers') },
        ]}
        onChange={(musicOn) => onSettings({ musicOn })}
      />
      <Choice
        label={t('musicAfterWrong')}
        hint={t('musicAfterWrongHint')}
        value={settings.musicAfterWrong ?? 'plays'}
        choices={[
          { value: 'plays', label: t('musicAfterWrongPlays') },
          { value: 'waits', label: t('musicAfterWrongWaits') },
        ]}
        onChange={(musicAfterWrong) => onSettings({ musicAfterWrong })}
      />
      <Choice
        label={t('musicAfterRight')}
        hint={t('musicAfterRightHint')}
        value={settings.musicAfterRight ?? 'stops'}
        choices={[
          { value: 'stops', label: t('musicAfterRightStops') },
          { value: 'plays', label: t('musicAfterRightPlays') },
        ]}
        onChange={(musicAfterRight) => onSettings({ musicAfterRight })}
      />
      <Choice
        label={t('nameReview')}
        hint={t(atDesk ? 'nameReviewHint' : 'nameReviewHintModerator')}
        value={settings.nameReview ?? 'off'}
        choices={[
          { value: 'off', label: t('nameReviewOff') },
          { value: 'on', label: t('nameReviewOn') },
        ]}
        onChange={(nameReview) => onSettings({ nameReview })}
      />
      <BlockedNames words={settings.blockedNames ?? []} onChange={(blockedNames) => onSettings({ blockedNames })} />
    </>
  );
}
