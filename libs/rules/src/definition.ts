import { z } from 'zod';
import type { BuzzTiming } from './fairness/timing.js';
import type { GameId, UserId } from './ids.js';
import type { Rejection, RejectionCode } from './rejections.js';
import type { Issuer } from './rights.js';
import type { CompletedGame, Game, OpenGame } from './state.js';
import type { GameView, OwnSeat, ViewKind } from './views.js';

/** Who issues a command, as the server knows them; never what a browser says of itself. */
export interface Actor {
  readonly userId: UserId;
  readonly isAdmin: boolean;
  /** True when the service itself acts. */
  readonly isServer?: boolean;
  /** Set by the shows service for an operator of this event, who acts in the games of its rooms. */
  readonly staff?: { readonly showId: string } | undefined;
}

/** Everything that a decision depends on besides state and command. */
export interface Context {
  /** ms since the epoch; for a buzz, when the gateway received it. */
  readonly now: number;
  readonly actor: Actor;
  /** The game that the command is for; `createGame` gives it this id. */
  readonly gameId: GameId;
  /** Hash of the command's seatSecret, else of device and name, made by the caller; null when neither is known. */
  readonly seatHash: string | null;
  /** Hash of the device that the command came from, made by the caller; null when unknown. */
  readonly deviceHash?: string | null;
  /** Of `buzz`: what the gateway measured of it; absent where it measures nothing. */
  readonly timing?: BuzzTiming;
  /** Of `buzz`: when the gateway received it, also where the game has later events; as `now` when absent. */
  readonly receivedAt?: number;
  /** Of `buzz` in a game with `buzzOrder`: a random number, by which level buzzes are drawn. */
  readonly seed?: number;
  /** Of `playAgain`: the game that this user's request created, looked up by the caller. */
  readonly nextGameId?: GameId | null;
}

/** What a decision about an open game depends on. */
export interface Turn {
  readonly game: OpenGame;
  /** Time of the events to come: now, but never before the game's last event. */
  readonly at: number;
  readonly ctx: Context;
}

export interface Rejected {
  readonly ok: false;
  readonly rejection: Rejection;
}

export const rejected = (code: RejectionCode, params?: Rejection['params']): Rejected => ({
  ok: false,
  rejection: params === undefined ? { code } : { code, params },
});

/** Events, none when the command is valid but changes nothing, or why it is rejected. */
export type Outcome<E> = readonly E[] | Rejected;

type Fields = z.ZodRawShape;
type CommandSchema<T extends string, F extends Fields> = z.ZodObject<{ type: z.ZodLiteral<T> } & F, z.core.$strict>;
type EventSchema<T extends string, F extends Fields> = z.ZodObject<
  { type: z.ZodLiteral<T>; at: z.ZodNumber } & F,
  z.core.$strict
>;

interface Typed<T extends string, F extends Fields> {
  readonly type: T;
  /** A function, so that a page that runs no schema loads none. */
  readonly fields: () => F;
}

export type CommandOf<D> = D extends Typed<infer T, infer F> ? z.infer<CommandSchema<T, F>> : never;
export type EventOf<D> = D extends Typed<infer T, infer F> ? z.infer<EventSchema<T, F>> : never;

export const commandSchema = <T extends string, F extends Fields>({ type, fields }: Typed<T, F>) =>
  z.strictObject({ type: z.literal(type), ...fields() }) as unknown as CommandSchema<T, F>;
export const eventSchema = <T extends string, F extends Fields>({ type, fields }: Typed<T, F>) =>
  z.strictObject({ type: z.literal(type), at: z.number(), ...fields() }) as unknown as EventSchema<T, F>;

/** What a command decides that leads to these events. */
export type Emits<D> = Outcome<EventOf<D>>;

interface CommandDefinition<T extends string, F extends Fields, E> {
  readonly issuer: Issuer;
  readonly fields: () => F;
  readonly decide: (turn: Turn, command: z.infer<CommandSchema<T, F>>) => Outcome<E>;
  /** In a game that is over; rejected when absent. */
  readonly decideEnded?: (
    game: CompletedGame,
    at: number,
    ctx: Context,
    command: z.infer<CommandSchema<T, F>>,
  ) => Outcome<E>;
}

/** A command: its fields, who issues it, and the decision. */
/* @__NO_SIDE_EFFECTS__ */
export function command<T extends string, F extends Fields, E>(
  type: T,
  definition: CommandDefinition<T, F, E>,
): Typed<T, F> & CommandDefinition<T, F, E> {
  return { type, ...definition };
}

interface EventDefinition<T extends string, F extends Fields, V> {
  readonly fields: () => F;
  /** The state after it. Never throws: an event that does not fit changes nothing. */
  readonly evolve: (game: Game, event: z.infer<EventSchema<T, F>>) => Game;
  /** What a kind of view gets of it; the event as it is when absent. */
  readonly view?: (v: number, event: z.infer<EventSchema<T, F>>, after: Game, before: Game, kind: ViewKind) => V;
  /** The kinds of view get different things of it. */
  readonly isPerKind?: boolean;
}

/** What happened: its fields as the log keeps them, the state after it, and what views get of it. */
/* @__NO_SIDE_EFFECTS__ */
export function event<T extends string, F extends Fields, V = { v: number } & z.infer<EventSchema<T, F>>>(
  type: T,
  definition: EventDefinition<T, F, V>,
): Typed<T, F> & EventDefinition<T, F, V> {
  return { type, ...definition };
}

/** An event of version `v` that changes nothing for this view; in JSON exactly `{"v":n}`. */
export interface HiddenEvent {
  readonly v: number;
  readonly type?: undefined;
}

/** An event as views get it: what is needed to go on from the view before, and no secret. */
export type SeenOf<D> = D extends { readonly view?: (...args: never[]) => infer V }
  ? Extract<V, { readonly type: string }>
  : never;

/** How a view and a player's own seat go on after an event. Of these alone a browser loads the code. */
export interface ViewEvolution<D> {
  /** Whose action it is; when absent the player's whom the event names, or else the moderator's. */
  readonly by?: 'moderator' | 'server';
  readonly evolveView: (view: GameView, event: SeenOf<D>) => GameView;
  readonly evolveSeat?: (
    seat: OwnSeat,
    event: SeenOf<D>,
    userId: UserId,
    viewAfter: GameView | undefined,
  ) => OwnSeat | null;
  /** The seat that the event gives to a user who had none. */
  readonly takeSeat?: (event: SeenOf<D>, userId: UserId, viewAfter: GameView | undefined) => OwnSeat | null;
}
