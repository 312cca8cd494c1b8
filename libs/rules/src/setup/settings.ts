import { isSoundReported, soundUnreported } from '../clock.js';
import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { notUndoable, withPlayback } from '../playback.js';
import { approving, type namesApproved } from '../people/name-review.js';
import { withoutChorus } from '../round/chorus.js';
import { settingsSeen } from '../reviewed.js';
import { ABSENT_SETTINGS, Settings, type Game } from '../state.js';
import type { GameView } from '../views.js';
import { currentOf, mediumFor } from '../views/view-of.js';

const withSettings = <G extends Game | GameView>(game: G, settings: Settings, at: number): G => {
  const set = notUndoable({ ...game, settings });
  const next = settings.musicAfterRight === 'plays' ? set : withoutChorus(set);
  return isSoundReported(next) ? next : withPlayback(next, at, soundUnreported);
};

export const settingsChanged = event('settingsChanged', {
  fields: () => ({ settings: Settings }),
  evolve: (game, { settings, at }) => withSettings(game, settings, at),
  /** `medium`: what this view plays of the current question under the new settings. */
  view: (v, changed, after, _before, kind) => ({
    v,
    ...changed,
    settings: settingsSeen(changed.settings, kind),
    medium: mediumFor(after, currentOf(after), kind),
  }),
  isPerKind: true,
});

export const settingsChangedView: ViewEvolution<typeof settingsChanged> = {
  evolveView: (view, { settings, medium, at }) =>
    withSettings({ ...view, current: view.current && { ...view.current, medium } }, settings, at),
  evolveSeat: (seat) => ({ ...seat, beforeVerdict: null }),
};

/** Who may try again and when, and how buzzes are ordered, is settled when a question starts and does not change while it is played. */
export const changeSettings = command('changeSettings', {
  issuer: 'settings',
  fields: () => ({ settings: Settings.partial() }),
  decide: ({ game, at }, { settings: change }): Emits<typeof settingsChanged | typeof namesApproved> => {
    const [changed] = settingsChange(game, change, at);
    if (changed === undefined) return [];
    const { settings } = changed;
    const isOfBuzzes = buzzRulesOf(settings) !== buzzRulesOf(game.settings);
    if (isOfBuzzes && game.status === 'playing' && game.current !== null) return rejected('question-in-play');
    const approved = settings.nameReview === 'on' ? [] : approving(game, game.unreviewed ?? [], at);
    return [...approved, changed];
  },
});

const buzzRulesOf = ({ attempts, lockOutSeconds = null, buzzOrder = null, falseStart = null }: Settings): string =>
  JSON.stringify([attempts, lockOutSeconds, buzzOrder, falseStart]);

/** Nothing where the game has them already. */
export function settingsChange(game: Game, change: Partial<Settings>, at: number): EventOf<typeof settingsChanged>[] {
  const settings = settingsWith(game.settings, change);
  return sameSettings(settings, game.settings) ? [] : [{ type: 'settingsChanged', at, settings }];
}

/** Without what is undefined, which JSON does not keep. */
export const settingsWith = (settings: Settings, change: Partial<Settings>): Settings => ({
  ...settings,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});

function sameSettings(one: Settings, other: Settings): boolean {
  const [a, b] = [one, other].map((settings) => ({ ...ABSENT_SETTINGS, ...settings }));
  return (Object.keys(Settings.shape) as (keyof Settings)[]).every(
    // One of them is a list.
    (key) => JSON.stringify(a?.[key]) === JSON.stringify(b?.[key]),
  );
}
