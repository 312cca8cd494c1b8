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
  buzzes,
  rejoins,
  selects,
  starts,
  type Step,
  switchesTimeTrial,
  takesMusic,
} from './testing/steps.js';
import { viewOf } from './views/view-of.js';

const withSecret = (joined: Step, seatHash: string): Step => ({ ...joined, seatHash });
const buzzed = [
  creates(),
  withSecret(joins('ann'), 'hash-a'),
  starts(),
  selects('q100'),
  buzzes('ann', 'q100'),
] as const;

/** What a deed is called, whose it is, what was played before, and the deed. */
const DEEDS: readonly (readonly [type: string, by: string | null, before: readonly Step[], deed: Step])[] = [
  ['playerJoined', 'ann', [creates()], joins('ann')],
  ['playerRenamed', 'ann', [creates(), joins('ann')], joins('ann', 'Anna')],
  ['playerLeft', 'ann', [creates(), joins('ann')], leaves('ann')],
  ['playerRejoined', 'ann', [creates(), joins('ann'), leaves('ann')], rejoins('ann')],
  // A seat is moved by the user who gets it: they presented its secret.
  ['seatMoved', 'ann2', buzzed, withSecret(joins('ann2', 'ann'), 'hash-a')],
  ['playerBuzzed', 'ann', buzzed.slice(0, 4), buzzes('ann', 'q100')],
  ['questionSelected', MODERATOR, buzzed.slice(0, 3), selects('q100')],
  // Of a verdict it is the moderator who did something, not the player it is about.
  ['answerJudged', MODERATOR, buzzed, judges('ann', true, 'q100')],
  ['answerJudged', MODERATOR, buzzed, judges('ann', false, 'q100')],
  ['questionMarkedUnanswered', MODERATOR, buzzed, marksUnanswered('q100')],
  ['musicPaused', MODERATOR, buzzed.slice(0, 4), pausesMusic(true, 'q100')],
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
  it.each(DEEDS)('names %s by %s, with its time', (type, by, before, deed) => {
    const played = given(...before).when(deed);
    const lastAction = { type, by, at: played.now };
    expect(played.game().lastAction).toEqual(lastAction);
    expect(viewOf(played.state as Game, 'player').lastAction).toEqual(lastAction);
  });
});
