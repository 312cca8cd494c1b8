import { z } from 'zod';
import { settled, soundLost } from './clock.js';
import { command, event, type Emits, type EventOf, type Turn, type ViewEvolution } from './definition.js';
import { withMember } from './membership.js';
import { DeskId, UserId } from './ids.js';
import { withPlayback } from './playback.js';
import { canJudge, memberOf, membersOf } from './rights.js';
import { isRoomItself, isUnclaimed } from './room.js';
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

interface OfMember {
  readonly userId: UserId;
}
const ofMember = () => ({ userId: UserId });

const withDeskLeft = <G extends GameOrView>(game: G, { userId }: OfMember): G =>
  withMember(game, userId, (member) => ({ ...member, left: true }));

/** A member left, and others may still run the game; see `moderatorLeft`. */
export const deskLeft = event('deskLeft', { fields: ofMember, evolve: withDeskLeft<Game> });
export const deskLeftView: ViewEvolution<typeof deskLeft> = { by: 'moderator', evolveView: withDeskLeft };

const withDeskReturned = <G extends GameOrView>(game: G, { userId }: OfMember): G =>
  withMember(game, userId, ({ left: _left, ...member }) => member);

export const deskReturned = event('deskReturned', { fields: ofMember, evolve: withDeskReturned<Game> });
export const deskReturnedView: ViewEvolution<typeof deskReturned> = { by: 'moderator', evolveView: withDeskReturned };

/** The game is left by the last who can run it; one of several only leaves the desk. */
export const leaveAsModerator = command('leaveAsModerator', {
  issuer: 'crew',
  fields: () => ({}),
  decide: (turn): Emits<typeof deskLeft | typeof deskDisconnected | typeof moderatorLeft> => {
    const { game, at, ctx } = turn;
    const { userId } = ctx.actor;
    const isMarked = game.crew === undefined || memberOf(game, userId)?.left === true;
    const marked = isMarked ? [] : [{ type: 'deskLeft', at, userId } as const];
    const isOthers = membersOf(game).some(
      (member) => member.id !== userId && canJudge(member) && !isRoomItself(game, member.id),
    );
    return isOthers ? marked : [...marked, ...leaves(turn, false)];
  },
});

/** No member who can run the game has been connected for a minute. */
export const noteAbsence = command('noteAbsence', {
  issuer: 'server',
  fields: () => ({}),
  decide: (turn): Emits<typeof deskDisconnected | typeof moderatorLeft> =>
    turn.game.status === 'setup' && isUnclaimed(turn.game) ? [] : leaves(turn, true),
});

export const moderatorRejoined = event('moderatorRejoined', {
  fields: () => ({}),
  evolve: (game) => ({ ...game, moderatorLeft: false }),
});
export const moderatorRejoinedView: ViewEvolution<typeof moderatorRejoined> = {
  evolveView: (view) => ({ ...view, moderatorLeft: false }),
};

/** The events by which this member is at a desk, and the game has a moderator again if they can run it. */
export function atDesk(
  turn: Turn,
  userId: UserId,
): EventOf<typeof deskReturned | typeof deskReconnected | typeof moderatorRejoined>[] {
  const { game, at } = turn;
  const member = memberOf(game, userId);
  const returned = member?.left === true ? [{ type: 'deskReturned', at, userId } as const] : [];
  if (!game.moderatorLeft) return returned;
  return [...returned, ...reconnected(turn), { type: 'moderatorRejoined', at }];
}

export const rejoinAsModerator = command('rejoinAsModerator', {
  issuer: 'judge',
  fields: () => ({}),
  decide: (turn): Emits<typeof deskReturned | typeof deskReconnected | typeof moderatorRejoined> =>
    atDesk(turn, turn.ctx.actor.userId),
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
  issuer: 'judge',
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
