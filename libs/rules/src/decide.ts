import type { AnyCommand } from './commands.js';
import { rejected, type Context, type Outcome, type Rejected, type Turn } from './definition.js';
import type { GameEvent } from './events.js';
import { evolve } from './evolve.js';
import { create } from './lifecycle.js';
import { areTiesOver } from './queue.js';
import { type Issuer, refusalOf } from './rights.js';
import { COMMANDS, SERVER_COMMANDS } from './slices.js';
import type { CompletedGame, Game, GameState } from './state.js';
import { closing } from './verdict/judge.js';
import { currentOf } from './views/view-of.js';

/** What a command leads to. Accepted without events: it was valid, and nothing had to change. */
export type Decision = { readonly ok: true; readonly events: readonly GameEvent[] } | Rejected;

/** What operators of an event do in its games without being in the crew. */
export const STAFF_COMMANDS = [
  ...(['lockJoining', 'holdStart', 'releaseStart', 'pauseGame', 'resumeGame', 'markUnanswered'] as const),
  ...(['announce', 'endAnnouncement', 'giveDesk'] as const),
  ...(['renamePlayer', 'removePlayer', 'keepName', 'answerSeatRequest'] as const),
  ...(['completeGame', 'reopenGame'] as const),
  ...(['reserveSeat', 'releaseSeat', 'sendPlayers', 'noteArrival'] as const),
] as const satisfies AnyCommand['type'][];
const isStaffCommand = (type: AnyCommand['type']): boolean => STAFF_COMMANDS.some((each) => each === type);

interface Definition {
  readonly issuer: Issuer;
  readonly decide: (turn: Turn, command: never) => Outcome<GameEvent>;
  readonly decideEnded?: (game: CompletedGame, at: number, ctx: Context, command: never) => Outcome<GameEvent>;
}
const DEFINITIONS: Readonly<Record<AnyCommand['type'], Definition>> = { ...COMMANDS, ...SERVER_COMMANDS };

/** Who issues which command. */
export const ISSUERS = Object.fromEntries(
  Object.entries(DEFINITIONS).map(([type, { issuer }]) => [type, issuer]),
) as Readonly<Record<AnyCommand['type'], Issuer>>;

/** What a command leads to in this state. Pure, and never throws for a command that its schema accepts. */
export function decide(state: GameState, command: AnyCommand, ctx: Context): Decision {
  const outcome = outcomeOf(state, command, ctx);
  return 'rejection' in outcome ? outcome : { ok: true, events: outcome };
}

function outcomeOf(state: GameState, command: AnyCommand, ctx: Context): Outcome<GameEvent> {
  if (command.type === 'createGame') return create(state, command, ctx);
  const definition = DEFINITIONS[command.type];
  if ((ctx.actor.isServer === true) !== (definition.issuer === 'server')) return rejected('not-allowed');
  if (state.status === 'none') return rejected('game-not-found');
  if (state.status === 'completed' && definition.decideEnded === undefined) return rejected('game-ended');
  const { staff } = ctx.actor;
  if (staff !== undefined) {
    if (state.room?.showId !== staff.showId || !isStaffCommand(command.type)) return rejected('not-allowed');
  } else if (definition.issuer === 'staff') {
    return rejected('not-allowed');
  } else if (definition.issuer !== 'anyone' && definition.issuer !== 'server') {
    const refusal = refusalOf(state, ctx.actor.userId, definition.issuer);
    if (refusal !== null) return rejected(refusal);
  }
  const at = Math.max(ctx.now, state.updatedAt);
  if (state.status === 'completed')
    return definition.decideEnded?.(state, at, ctx, command as never) ?? rejected('game-ended');
  const outcome = definition.decide({ game: state, at, ctx }, command as never);
  return 'rejection' in outcome ? outcome : [...outcome, ...endOfTies(state, outcome, at)];
}

/** When the last who could still answer leaves the game, others of the level ones were right, and that ends the question. */
function endOfTies(game: Game, events: readonly GameEvent[], at: number): GameEvent[] {
  const round = currentOf(game);
  if (events.length === 0 || round?.right === undefined || areTiesOver(round, game.settings)) return [];
  const after = events.reduce<GameState>(evolve, game);
  const left = after.status === 'playing' ? after.current : null;
  if (left?.right === undefined || !areTiesOver(left, game.settings)) return [];
  return [closing(left, at)];
}
