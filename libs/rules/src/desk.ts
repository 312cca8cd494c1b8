import { z } from 'zod';
import { settled, soundLost } from './clock.js';
import { command, event, type Emits, type EventOf, type Turn, type ViewEvolution } from './definition.js';
import { DeskId } from './ids.js';
import { withPlayback } from './playback.js';
import { withoutChorus } from './round/chorus.js';
import type { Game, OpenGame } from './state.js';
import type { GameView } from './views.js';

type GameOrView = Game | GameView;
interface Since {
  readonly since: number;
}
const since = () => ({ since: z.number() });

const withDeskLost = <G extends GameOrView>(game: G, event: Since): G =>
  withPlayback({ ...withoutChorus(game), deskDisconnected: true }, event.since, settled);

/** No desk has been connected since `since`: song and clock stand where they were then. */
export const deskDisconnected = event('deskDisconnected', { fields: since, evolve: withDeskLost<Game> });
export const deskDisconnectedView: ViewEvolution<typeof deskDisconnected> = { by: 'server', evolveView: withDeskLost };

const withDeskBack = <G extends GameOrView>(game: G, { at }: { readonly at: number }): G =>
  withPlayback({ ...game, deskDisconnected: false }, at, settled);

export const deskReconnected = event('deskReconnected', { fields: () => ({}), evolve: withDeskBack<Game> });
export const deskReconnectedView: ViewEvolution<typeof deskReconnected> = { by: 'server', evolveView: withDeskBack };

const disconnected = ({ game, at }: Turn, lostAt: number): EventOf<typeof deskDisconnected>[] =>
  game.status !== 'playing' || game.deskDisconnected
    ? []
    : [{ type: 'deskDisconnected', at, since: notBehind(game, at, lostAt) }];

const reconnected = ({ game, at }: Turn): EventOf<typeof deskReconnected>[] =>
  game.status === 'playing' && game.deskDisconnected ? [{ type: 'deskReconnected', at }] : [];

/** What was decided since then stands: the clock is not put back behind it. */
const notBehind = (game: OpenGame, at: number, lostAt: number): number =>
  Math.min(at, Math.max(lostAt, (game.status === 'playing' ? game.current?.runningSince : undefined) ?? at));

/** No desk has been connected since `since`, server time. */
export const noteDeskDisconnected = command('noteDeskDisconnected', {
  issuer: 'server',
  fields: since,
  decide: (turn, { since: lostAt }): Emits<typeof deskDisconnected> => disconnected(turn, lostAt),
});

/** A moderator who left rejoins by a command: the socket of the page they left may stay open for a moment. */
export const noteDeskReconnected = command('noteDeskReconnected', {
  issuer: 'server',
  fields: () => ({}),
  decide: (turn): Emits<typeof deskReconnected> => (turn.game.moderatorLeft ? [] : reconnected(turn)),
});

export const moderatorLeft = event('moderatorLeft', {
  fields: () => ({ absent: z.boolean() }),
  evolve: (game) => ({ ...game, moderatorLeft: true }),
});
export const moderatorLeftView: ViewEvolution<typeof moderatorLeft> = {
  evolveView: (view) => ({ ...view, moderatorLeft: true }),
};

const leaves = (turn: Turn, absent: boolean) =>
  turn.game.moderatorLeft
    ? []
    : [...disconnected(turn, turn.at), { type: 'moderatorLeft', at: turn.at, absent } as const];

export const leaveAsModerator = command('leaveAsModerator', {
  issuer: 'moderator',
  fields: () => ({}),
  decide: (turn): Emits<typeof deskDisconnected | typeof moderatorLeft> => leaves(turn, false),
});

/** The moderator has been disconnected for a minute. */
export const noteAbsence = command('noteAbsence', {
  issuer: 'server',
  fields: () => ({}),
  decide: (turn): Emits<typeof deskDisconnected | typeof moderatorLeft> => leaves(turn, true),
});

export const moderatorRejoined = event('moderatorRejoined', {
  fields: () => ({}),
  evolve: (game) => ({ ...game, moderatorLeft: false }),
});
export const moderatorRejoinedView: ViewEvolution<typeof moderatorRejoined> = {
  evolveView: (view) => ({ ...view, moderatorLeft: false }),
};

export const rejoinAsModerator = command('rejoinAsModerator', {
  issuer: 'moderator',
  fields: () => ({}),
  decide: (turn): Emits<typeof deskReconnected | typeof moderatorRejoined> =>
    turn.game.moderatorLeft ? [...reconnected(turn), { type: 'moderatorRejoined', at: turn.at }] : [],
});

interface OnDesk {
  readonly deskId: DeskId;
  readonly at: number;
}
const withMusicDesk = <G extends GameOrView>(game: G, { deskId, at }: OnDesk): G =>
  withPlayback({ ...game, musicDesk: deskId }, at, soundLost);

/** This desk plays the music from now on, the others are remotes. */
export const musicDeskSet = event('musicDeskSet', { fields: () => ({ deskId: DeskId }), evolve: withMusicDesk<Game> });
export const musicDeskSetView: ViewEvolution<typeof musicDeskSet> = { evolveView: withMusicDesk };

/** `from`: the desk that plays the music as far as the sender knows; of two desks that take it at once the first gets it. */
export const takeMusic = command('takeMusic', {
  issuer: 'moderator',
  fields: () => ({ deskId: DeskId, from: DeskId.nullable() }),
  decide: ({ game, at }, { deskId, from }): Emits<typeof musicDeskSet> =>
    game.musicDesk === deskId || game.musicDesk !== from ? [] : [{ type: 'musicDeskSet', at, deskId }],
});

const withoutMusicDesk = <G extends GameOrView>(game: G, event: Since): G =>
  withPlayback({ ...game, musicDesk: null }, event.since, soundLost);

/** The desk that played the music has been disconnected since `since`; another one may take it. */
export const musicDeskLost = event('musicDeskLost', { fields: since, evolve: withoutMusicDesk<Game> });
export const musicDeskLostView: ViewEvolution<typeof musicDeskLost> = { by: 'server', evolveView: withoutMusicDesk };

export const noteMusicDeskLost = command('noteMusicDeskLost', {
  issuer: 'server',
  fields: () => ({ deskId: DeskId, since: z.number() }),
  decide: ({ game, at }, { deskId, since: lostAt }): Emits<typeof musicDeskLost> =>
    game.musicDesk === deskId ? [{ type: 'musicDeskLost', at, since: notBehind(game, at, lostAt) }] : [],
});
