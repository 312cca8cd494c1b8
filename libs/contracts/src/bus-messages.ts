import { VIEW_KINDS, type ViewKind } from '@earworm/rules';
import { z } from 'zod';

/** In place of a kind: for every kind of view, as most events are. */
export const EVERY_KIND = 'every';
/**
 * Published by the owner after the commit, per game and view kind. The payload is a header line `logId SP from SP to LF`,
 * with ` M` before the LF if one of the events changes the moderator, and the bytes of one `events` frame, which a gateway forwards without parsing.
 */
export const roleEventsSubject = (gameId: string, kind: string) => `game.events.${gameId}.${kind}`;
const KINDS: ReadonlyMap<string, readonly ViewKind[]> = new Map<string, readonly ViewKind[]>([
  [EVERY_KIND, VIEW_KINDS],
  ...VIEW_KINDS.map((kind): [string, ViewKind[]] => [kind, [kind]]),
]);
export const kindsOf = (subject: string): readonly ViewKind[] =>
  KINDS.get(subject.slice(subject.lastIndexOf('.') + 1)) ?? [];
export const gameEventsWildcard = (gameId: string) => `game.events.${gameId}.*`;

const decoder = new TextDecoder();

/** `items`: one JSON text per event, the first of version `from`; a hidden event is `{"v":n}`. */
export const eventsFrame = (logId: string, from: number, items: readonly string[]): string =>
  `{"type":"events","logId":${JSON.stringify(logId)},"from":${from},"list":[${items.join(',')}]}`;

export const roleEventsText = (logId: string, from: number, items: readonly string[], movesModerator = false): string =>
  `${logId} ${from} ${from + items.length - 1}${movesModerator ? ' M' : ''}\n${eventsFrame(logId, from, items)}`;

export interface RoleEvents {
  readonly logId: string;
  readonly from: number;
  readonly to: number;
  readonly movesModerator: boolean;
  /** The frame's bytes, a view into the message. */
  readonly frame: Uint8Array;
}

export function decodeRoleEvents(message: Uint8Array): RoleEvents {
  const end = message.indexOf(10);
  const [logId = '', from, to, mark] = decoder.decode(message.subarray(0, end)).split(' ');
  return { logId, from: Number(from), to: Number(to), movesModerator: mark === 'M', frame: message.subarray(end + 1) };
}

/** Every second per shard: where the games changed in the last minute stand. */
export const headsSubject = (shard: number) => `game.heads.${shard}`;
export const HeadsMessage = z.strictObject({
  shard: z.number().int(),
  epoch: z.number(),
  heads: z.array(z.tuple([z.string(), z.string(), z.number().int()])),
});
export type HeadsMessage = z.infer<typeof HeadsMessage>;

/** One gateway's connected users of one game: the whole set, after a change (coalesced 250 ms) and every 5 s. */
export const presenceSubject = (gameId: string) => `game.presence.${gameId}`;
export const PresenceMessage = z.strictObject({
  gateway: z.string(),
  stages: z.number().int(),
  users: z.array(z.string()),
  /** The desks that are connected here; left out when there are none. */
  desks: z.array(z.string()).optional(),
  /** Joins that wait at this gateway because many came from one address; left out when there are none. */
  delayed: z.number().int().optional(),
});
export type PresenceMessage = z.infer<typeof PresenceMessage>;

/** A hint to projections that the log has grown; losing it costs only time. */
export const LOG_GROWN = 'game.log-grown';

/** Where the replies to a service's calls arrive; the server lets no other service read them. */
export const inboxPrefix = (service: string) => `_INBOX.${service}`;
