import { describe, expect, it } from '@jest/globals';
import type { Game } from './state.js';
import { given } from './testing/given-when-then.js';
import {
  absenceIsNoted,
  changesSettings,
  completes,
  creates,
  deskDisconnects,
  deskReconnects,
  joins,
  judges,
  leaves,
  marksUnanswered,
  MODERATOR,
  moderatorLeaves,
  moderatorRejoins,
  musicDeskIsLost,
  notesSound,
  pausesMusic,
  presses,
  rejoins,
  selects,
  starts,
  type Step,
  switchesTimeTrial,
  takesMusic,
} from './testing/steps.js';
import { viewOf } from './views/view-of.js';

const withSecret = (joined: Step, seatHash: string): Step => ({ ...joined, seatHash });
const pressed = [
  creates(),
  withSecret(joins('ann'), 'hash-a'),
  starts(),
  selects('q100'),
  presses('ann', 'q100'),
] as const;

/** What a deed is called, whose it is, what was played before, and the deed. */
const DEEDS: readonly (readonly [type: string, by: string | null, before: readonly Step[], deed: Step])[] = [
  ['playerJoined', 'ann', [creates()], joins('ann')],
  ['playerRenamed', 'ann', [creates(), joins('ann')], joins('ann', 'Anna')],
  ['playerLeft', 'ann', [creates(), joins('ann')], leaves('ann')],
  ['playerRejoined', 'ann', [creates(), joins('ann'), leaves('ann')], rejoins('ann')],
  // A seat is moved by the user who gets it: they presented its secret.
  ['seatMoved', 'ann2', pressed, withSecret(joins('ann2', 'ann'), 'hash-a')],
  ['playerBuzzed', 'ann', pressed.slice(0, 4), presses('ann', 'q100')],
  ['questionSelected', MODERATOR, pressed.slice(0, 3), selects('q100')],
  // Of a verdict it is the moderator who did something, not the player it is about.
  ['answerJudged', MODERATOR, pressed, judges('ann', true, 'q100')],
  ['answerJudged', MODERATOR, pressed, judges('ann', false, 'q100')],
  ['questionMarkedUnanswered', MODERATOR, pressed, marksUnanswered('q100')],
  ['musicPaused', MODERATOR, pressed.slice(0, 4), pausesMusic(true, 'q100')],
  ['timeTrialSwitched', MODERATOR, [creates()], switchesTimeTrial(true)],
  ['settingsChanged', MODERATOR, [creates()], changesSettings({ attempts: 'once' })],
  ['gameStarted', MODERATOR, [creates()], starts()],
  ['moderatorLeft', MODERATOR, [creates()], moderatorLeaves()],
  ['moderatorLeft', null, [creates()], absenceIsNoted()],
  ['deskDisconnected', null, [creates(), starts()], deskDisconnects(0)],
  ['deskReconnected', null, [creates(), starts(), deskDisconnects(0)], deskReconnects()],
  ['soundNoted', MODERATOR, [creates(), takesMusic('desk-1'), starts(), selects('q100')], notesSound('q100', true)],
  ['musicDeskSet', MODERATOR, [creates()], takesMusic('desk-1')],
  ['musicDeskLost', null, [creates(), takesMusic('desk-1')], musicDeskIsLost('desk-1', 0)],
  ['moderatorRejoined', MODERATOR, [creates(), absenceIsNoted()], moderatorRejoins()],
  ['gameCompleted', MODERATOR, [creates(), starts()], completes()],
];

describe('The last action of a game', () => {
  it.each(DEEDS)('is %s by %s after that, with its time', (type, by, before, deed) => {
    const played = given(...before).when(deed);
    const lastAction = { type, by, at: played.now };
    expect(played.game().lastAction).toEqual(lastAction);
    expect(viewOf(played.state as Game, 'player').lastAction).toEqual(lastAction);
  });
});
