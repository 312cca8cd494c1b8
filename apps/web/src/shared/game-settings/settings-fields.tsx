import { SegmentedControl, Switch } from '@mantine/core';
import {
  BLOCKED_NAME_MAX_LENGTH,
  BLOCKED_NAMES_MAX,
  BUZZ_HOLD_MS,
  CREDIT_MAX_MS,
  cutText,
  type Settings,
  SONG_SHIFT_MAX_MS,
} from '@earworm/rules';
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
  buzzOrder: 'Who was first?',
  buzzOrderArrival: 'By arrival',
  buzzOrderCorrected: 'Corrected',
  buzzOrderLevel: 'Level',
  buzzOrderArrivalHint: 'The buzz that reaches us first wins. For a living room with one good Wi-Fi.',
  buzzOrderCorrectedHint:
    'The buzz that was made first wins: the delay of each phone is measured. For halls, mixed networks and several venues.',
  buzzOrderLevelHint: 'As corrected, but buzzes too close to tell apart count as level. For finals with prizes.',
  ties: 'Level buzzes',
  tiesDrawn: 'By lot',
  tiesAllAnswer: 'All answer',
  tiesDrawnHint: 'A recorded lot decides who answers first. The first right answer ends the question.',
  tiesAllAnswerHint:
    'All of them answer one after the other, in the order of a recorded lot. Each right answer gets the points.',
  buzzOrderClaims:
    'Phones report when they were touched. That is a claim, not proof: what one can gain by its connection is bounded by its measured delay. Names are shown a moment later. In use from the next question.',
  songClaims: 'By what it says of the song, a phone that plays it can gain up to {{most}} s more.',
  buzzHold: 'Hold before a name is shown',
  buzzCredit: 'Most a phone can gain',
  milliseconds: '{{n}} ms',
  falseStart: 'Buzz before the song',
  falseStartCounts: 'Counts',
  falseStartOut: 'Out',
  falseStartHint:
    'Locks the player until the time or the question is over. Only where your device plays the music. It may report the sound half a second late: players who buzzed in the half second before it are unlocked again.',
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
  readonly hint?: string;
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
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
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

/** Also one that was set by a program. */
const withChosen = (usual: readonly number[], chosen: number): readonly number[] =>
  [...new Set([...usual, chosen])].sort((a, b) => a - b);

type BuzzOrder = NonNullable<Settings['buzzOrder']>;
const NEW_ORDER = { holdMs: BUZZ_HOLD_MS.usual, creditMs: CREDIT_MAX_MS };
const HOLDS: readonly number[] = [40, 80, 150, 250];
const CREDITS: readonly number[] = [0, 50, 100, 150];
const ORDER_HINTS = {
  arrival: 'buzzOrderArrivalHint',
  corrected: 'buzzOrderCorrectedHint',
  level: 'buzzOrderLevelHint',
} as const;

function BuzzOrderFields({
  settings: { buzzOrder = null, musicOn },
  onSettings,
}: Pick<Props, 'settings' | 'onSettings'>) {
  const set = (change: Partial<BuzzOrder>) =>
    onSettings({ buzzOrder: { mode: 'corrected', ...NEW_ORDER, ...buzzOrder, ...change } });
  const mode = buzzOrder?.mode ?? 'arrival';
  const inMs = (numbers: readonly number[]) =>
    numbers.map((n) => ({ value: String(n), label: t('milliseconds', { n: figure(n) }) }));
  return (
    <>
      <Choice
        label={t('buzzOrder')}
        hint={t(ORDER_HINTS[mode])}
        value={mode}
        choices={[
          { value: 'arrival', label: t('buzzOrderArrival') },
          { value: 'corrected', label: t('buzzOrderCorrected') },
          { value: 'level', label: t('buzzOrderLevel') },
        ]}
        onChange={(chosen) => (chosen === 'arrival' ? onSettings({ buzzOrder: null }) : set({ mode: chosen }))}
      />
      {buzzOrder !== null && (
        <>
          <p className={styles.hint}>
            {t('buzzOrderClaims')}
            {musicOn === 'players' && ` ${t('songClaims', { most: figure(SONG_SHIFT_MAX_MS / 1_000) })}`}
          </p>
          {buzzOrder.mode === 'level' && (
            <Choice
              label={t('ties')}
              hint={t(buzzOrder.ties === 'allAnswer' ? 'tiesAllAnswerHint' : 'tiesDrawnHint')}
              value={buzzOrder.ties ?? 'drawn'}
              choices={[
                { value: 'drawn', label: t('tiesDrawn') },
                { value: 'allAnswer', label: t('tiesAllAnswer') },
              ]}
              onChange={(ties) => set({ ties })}
            />
          )}
          <Choice
            label={t('buzzCredit')}
            value={String(buzzOrder.creditMs)}
            choices={inMs(withChosen(CREDITS, buzzOrder.creditMs))}
            onChange={(creditMs) => set({ creditMs: Number(creditMs) })}
          />
          <Choice
            label={t('buzzHold')}
            value={String(buzzOrder.holdMs)}
            choices={inMs(withChosen(HOLDS, buzzOrder.holdMs))}
            onChange={(holdMs) => set({ holdMs: Number(holdMs) })}
          />
        </>
      )}
    </>
  );
}

const FALSE_STARTS: readonly number[] = [2, 5];

function FalseStartField({ settings: { falseStart = null }, onSettings }: Pick<Props, 'settings' | 'onSettings'>) {
  const seconds = typeof falseStart === 'number' ? withChosen(FALSE_STARTS, falseStart) : FALSE_STARTS;
  return (
    <Choice
      label={t('falseStart')}
      hint={t('falseStartHint')}
      value={String(falseStart ?? '')}
      choices={[
        { value: '', label: t('falseStartCounts') },
        ...seconds.map((n) => ({ value: String(n), label: t('lockOutSeconds', { n: figure(n) }) })),
        { value: 'out', label: t('falseStartOut') },
      ]}
      onChange={(value) => onSettings({ falseStart: value === 'out' ? value : Number(value) || null })}
    />
  );
}

const LOCK_OUTS: readonly number[] = [0, 2, 5, 10];

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
          choices={withChosen(LOCK_OUTS, lockOutSeconds).map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? t('lockOutNone') : t('lockOutSeconds', { n: figure(seconds) }),
          }))}
          onChange={(seconds) => onSettings({ lockOutSeconds: Number(seconds) || null })}
        />
      )}
      <BuzzOrderFields settings={settings} onSettings={onSettings} />
      <FalseStartField settings={settings} onSettings={onSettings} />
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
