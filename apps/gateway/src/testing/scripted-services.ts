import {
  checkLimit,
  type CountedAction,
  countTemplateUse,
  createGame,
  findByCode,
  gameHistory,
  type GameId,
  joinInfo,
  onShard,
  readClip,
  readOutbox,
  RefusedError,
  type RequestOf,
  requestReset,
  roster,
  shardOf,
  signIn,
  starterQuiz,
  takeTemplate,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

export const GAME = 'game-1' as GameId;
/** Of the same shard, so that one owner answers for both. */
export const ENDED =
  Array.from({ length: 1_000 }, (_, i) => `ended-${i}` as GameId).find((id) => shardOf(id) === shardOf(GAME)) ?? GAME;

/** What the services behind the gateway were asked, and how they answer next. */
export interface ScriptedServices {
  readonly created: RequestOf<typeof createGame>[];
  readonly resets: RequestOf<typeof requestReset>[];
  readonly templateUses: RequestOf<typeof countTemplateUse>[];
  /** The library fails to count the use of a template. */
  countingFails: boolean;
  /** Actions that have no points left. */
  readonly spent: CountedAction[];
  limited: boolean;
  /** The limiter fails. */
  limiterFails: boolean;
  /** The wait that the limiter reports, ms; 0 when it knows none. */
  resetTime: number;
  /** The game that the same people play next; the first one is then over. */
  next: GameId | null;
}

/** The services behind the gateway, played by a spec: one game, one ended, one clip, a limiter. */
export function serveServices(bus: Bus): ScriptedServices {
  const services: ScriptedServices = {
    created: [],
    resets: [],
    templateUses: [],
    countingFails: false,
    spent: [],
    limited: false,
    limiterFails: false,
    resetTime: 12_300,
    next: null,
  };
  const shard = shardOf(GAME);
  bus.serve(createGame, (input) => {
    services.created.push(input);
    if (input.moderatorName === '') throw new RefusedError('name-required');
    return { gameId: GAME, gameCode: 'ABCDEF' };
  });
  bus.serve(starterQuiz, () =>
    starterQuiz.reply.parse({ categories: [{ categoryId: 'c1', name: 'Starter', questions: [] }] }),
  );
  bus.serve(takeTemplate, () => ({ categories: [] }));
  bus.serve(countTemplateUse, (use) => {
    services.templateUses.push(use);
    if (services.countingFails) throw new Error('this library fails');
    return {};
  });
  bus.serve(findByCode, ({ gameCode }) => {
    if (gameCode !== 'ABCDEF') throw new RefusedError('game-not-found');
    return { gameId: GAME };
  });
  bus.serve(
    onShard(joinInfo, shard),
    ({ gameId, name }) => ({
      gameId,
      gameCode: 'ABCDEF',
      status: gameId === ENDED || (gameId === GAME && services.next) ? ('completed' as const) : ('playing' as const),
      ...(gameId === GAME && services.next ? { next: services.next } : {}),
      moderatorName: 'Mo',
      moderatorLeft: false,
      playerCount: 2,
      rejoin: name === 'Ann',
    }),
    { queue: null },
  );
  bus.serve(
    onShard(roster, shard),
    ({ actor }) => {
      if (actor.userId !== 'mo') throw new RefusedError('not-moderator');
      return { players: [], total: 0 };
    },
    { queue: null },
  );
  bus.serve(gameHistory, () => ({ games: [] }));
  bus.serve(checkLimit, ({ action, spend }) => {
    if (spend) services.spent.push(action);
    if (services.limiterFails) throw new Error('this limiter fails');
    return services.limited
      ? { allowed: false, remaining: 0, resetTime: services.resetTime }
      : { allowed: true, remaining: 9, resetTime: 0 };
  });
  bus.serve(signIn, () => {
    throw new RefusedError('invalid-credential');
  });
  bus.serve(requestReset, (input) => {
    services.resets.push(input);
    return {};
  });
  bus.serve(readOutbox, () => ({ mails: [] }));
  bus.serve(readClip, ({ clipId }) => {
    if (clipId !== 'tune') throw new RefusedError('not-found');
    return { contentType: 'audio/mpeg', base64: Buffer.from('0123456789').toString('base64') };
  });
  return services;
}
