import { SONG_DRIFT_MS } from './constants.js';

/** A question's clock, in the state and in views. All times are server times in ms since the epoch. */
export interface Clock {
  readonly questionStartTime: number;
  readonly timeTrialPaused: boolean;
  readonly timeTrialPausedAt: number | null;
  /** Time spent paused since questionStartTime, without the pause that is running now. */
  readonly pausedMs: number;
}

/** The clock and what plays along with it. */
export interface Playback extends Clock {
  readonly answerAttemptTime: number | null;
  readonly musicPaused: boolean;
  /** How far into the song the room was when the music last stopped or began. */
  readonly heardMs: number;
  /** Since when it has been playing; null while it is paused. */
  readonly heardSince: number | null;
  /** Rounded, so that it identifies no recording; null until the moderator's player has reported it. */
  readonly songLengthMs: number | null;
  /** Reports of the desk that plays the music: song and timer run while it is playing. Null: nothing is reported. */
  readonly sounding: boolean | null;
  /** The moderator has started or stopped the timer by hand; null: it follows the music. */
  readonly timerByHand: boolean | null;
  /** Whole seconds, recorded when the queue goes from empty to one; null before that or outside time trial. */
  readonly timeTrialElapsedSeconds: number | null;
}

/** What besides the music itself decides whether song and clock run. */
export interface Conditions {
  readonly timeTrial: boolean;
  readonly queueLength: number;
  /** No desk is connected, or the game is paused: neither runs. */
  readonly isHalted: boolean;
}

/** Whole seconds since the question's start without the spans that were paused; never negative. */
export function elapsedSeconds(clock: Clock, now: number): number {
  const pausing = clock.timeTrialPausedAt === null ? 0 : Math.max(0, now - clock.timeTrialPausedAt);
  return Math.max(0, Math.floor((now - clock.questionStartTime - clock.pausedMs - pausing) / 1000));
}

export const songHeardMs = (song: Pick<Playback, 'heardMs' | 'heardSince'>, now: number): number =>
  song.heardMs + (song.heardSince === null ? 0 : Math.max(0, now - song.heardSince));

/** Whether a player's report of the song differs from what is known by more than its delay. */
export const isSongNews = (
  song: Pick<Playback, 'heardMs' | 'heardSince' | 'songLengthMs'>,
  now: number,
  lengthMs: number,
  heardMs: number,
): boolean =>
  song.songLengthMs !== roundedLengthMs(lengthMs) || Math.abs(songHeardMs(song, now) - heardMs) >= SONG_DRIFT_MS;

/** A desk plays the music and reports what is playing. */
export const isSoundReported = ({
  musicDesk,
  settings,
}: {
  readonly musicDesk: string | null;
  readonly settings: { readonly musicOn: 'desk' | 'players' };
}): boolean => musicDesk !== null && settings.musicOn === 'desk';

/** How a question starts: music and clock run, or wait for the first sound where a desk reports it. */
export const started = (at: number, isReported: boolean): Playback => ({
  questionStartTime: at,
  answerAttemptTime: null,
  musicPaused: false,
  heardMs: 0,
  heardSince: at,
  songLengthMs: null,
  sounding: isReported ? false : null,
  timerByHand: null,
  timeTrialPaused: false,
  timeTrialPausedAt: null,
  pausedMs: 0,
  timeTrialElapsedSeconds: null,
});

/** The music stops, and in time trial the clock with it. `seconds` is null unless this buzz records them. */
export function buzzed<T extends Playback>(playback: T, at: number, conditions: Conditions, seconds: number | null): T {
  const quiet = settled({ ...playback, musicPaused: true, answerAttemptTime: at }, at, conditions);
  if (!conditions.timeTrial) return quiet;
  return { ...quiet, timeTrialElapsedSeconds: seconds ?? playback.timeTrialElapsedSeconds };
}

/** Music and clock run again, and the next buzz records its own seconds. */
export const queueEmptied = <T extends Playback>(playback: T, at: number, conditions: Conditions): T => ({
  ...musicSet(playback, at, false, conditions),
  answerAttemptTime: null,
  timeTrialElapsedSeconds: null,
});

export const soundSet = <T extends Playback>(playback: T, at: number, sounding: boolean, conditions: Conditions): T =>
  settled({ ...playback, sounding }, at, conditions);

/** After the music moved to another desk, or to none, it counts as silent until that desk reports it. */
export const soundLost = <T extends Playback>(playback: T, at: number, conditions: Conditions): T =>
  playback.sounding === null ? playback : soundSet(playback, at, false, conditions);

/** The music plays where no desk reports it. */
export const soundUnreported = <T extends Playback>(playback: T, at: number, conditions: Conditions): T =>
  settled({ ...playback, sounding: null }, at, conditions);

/** By hand, until the music is paused or resumed. Started while the music plays, the timer follows the music again. */
export const timerSet = <T extends Playback>(playback: T, at: number, running: boolean, conditions: Conditions): T =>
  settled({ ...playback, timerByHand: running && plays(playback) ? null : running }, at, conditions);

const plays = ({ musicPaused, sounding }: Playback): boolean => !musicPaused && sounding !== false;

/** The moderator pauses or resumes the music, which the timer follows again. */
export const musicSetByHand = <T extends Playback>(
  playback: T,
  at: number,
  paused: boolean,
  conditions: Conditions,
): T => musicSet({ ...playback, timerByHand: null }, at, paused, conditions);

/** The music stops or plays. The clock goes along, but stays stopped while a player is answering. */
export const musicSet = <T extends Playback>(playback: T, at: number, paused: boolean, conditions: Conditions): T =>
  settled({ ...playback, musicPaused: paused }, at, conditions);

/** Whether the music stands after a wrong answer: only with this setting, and until the queue is empty. */
export const pausedAfterWrong = (
  { musicPaused }: Pick<Playback, 'musicPaused'>,
  musicAfterWrong: 'plays' | 'waits' | undefined,
): boolean => musicPaused && musicAfterWrong === 'waits';

/** Time trial switched in the middle of a question. On: the clock starts at zero, as earlier time was not announced. */
export function timeTrialSet<T extends Playback>(playback: T, at: number, conditions: Conditions): T {
  const pausedMs = conditions.timeTrial ? Math.max(0, at - playback.questionStartTime) : 0;
  const none = { timeTrialPaused: false, timeTrialPausedAt: null, timeTrialElapsedSeconds: null, timerByHand: null };
  return settled({ ...playback, ...none, pausedMs }, at, conditions);
}

/** Song and clock as they have to be from `at` on: each runs or stands. */
export function settled<T extends Playback>(playback: T, at: number, conditions: Conditions): T {
  const { isHalted, queueLength } = conditions;
  const isHeard = plays(playback) && !isHalted;
  const song = isHeard ? songRunning(playback, at) : songStopped(playback, at);
  if (!conditions.timeTrial) return song;
  const runs = queueLength === 0 && !isHalted && (playback.timerByHand ?? isHeard);
  return runs ? clockResumed(song, at) : clockPaused(song, at);
}

const songRunning = <T extends Playback>(playback: T, at: number): T => ({
  ...playback,
  heardSince: playback.heardSince ?? at,
});

const songStopped = <T extends Playback>(playback: T, at: number): T => ({
  ...playback,
  heardMs: songHeardMs(playback, at),
  heardSince: null,
});

export const songSet = <T extends Playback>(playback: T, at: number, lengthMs: number, heardMs: number): T => ({
  ...playback,
  songLengthMs: lengthMs,
  heardMs,
  heardSince: playback.heardSince === null ? null : at,
});

const clockPaused = <T extends Playback>(playback: T, at: number): T =>
  playback.timeTrialPausedAt === null ? { ...playback, timeTrialPaused: true, timeTrialPausedAt: at } : playback;

const clockResumed = <T extends Playback>(playback: T, at: number): T =>
  playback.timeTrialPausedAt === null
    ? playback
    : {
        ...playback,
        timeTrialPaused: false,
        timeTrialPausedAt: null,
        pausedMs: playback.pausedMs + Math.max(0, at - playback.timeTrialPausedAt),
      };

const WHOLE_SONG_MS = 60_000;

/** ms, rounded to 1 or 5 s: a recording could be looked up by its exact length. */
export function roundedLengthMs(exactMs: number): number {
  const step = exactMs < WHOLE_SONG_MS ? 1_000 : 5_000;
  return Math.max(1_000, Math.round(exactMs / step) * step);
}
