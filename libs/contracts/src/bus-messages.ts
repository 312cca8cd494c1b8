import { type GameEvent, RoomStatus, VIEW_KINDS, type ViewKind } from '@earworm/rules';
import { z } from 'zod';
import { CONNECTION_QUALITIES } from './connection-quality.js';

/** Takes the place of a view kind in a subject when the frame is the same for all kinds, as for most events. */
export const EVERY_KIND = 'every';
/**
 * Subject of a game's committed events, by view kind; published by the owner of the game's shard.
 * The payload is a header line `logId SP from SP to LF`, then the bytes of one `events` frame, which gateways forward
 * without parsing. The header ends in ` M` before the LF if one of the events changes the crew.
 */
export const roleEventsSubject = (gameId: string, kind: string) => `game.events.${gameId}.${kind}`;
const KINDS: ReadonlyMap<string, readonly ViewKind[]> = new Map<string, readonly ViewKind[]>([
  [EVERY_KIND, VIEW_KINDS],
  ...VIEW_KINDS.map((kind): [string, ViewKind[]] => [kind, [kind]]),
]);
/** The view kinds that a message on this subject is for; none if the subject names no kind. */
export const kindsOf = (subject: string): readonly ViewKind[] =>
  KINDS.get(subject.slice(subject.lastIndexOf('.') + 1)) ?? [];
export const gameOfEventsSubject = (subject: string): string => subject.split('.')[2] ?? '';
export const gameEventsWildcard = (gameId: string) => `game.events.${gameId}.*`;

/**
 * Published by the owner of a game that was erased, without a payload. Gateways close its sockets and forget its frames;
 * those of earlier releases ignore it, as it names no view kind. The shows service forgets the status of its room.
 */
export const erasedSubject = (gameId: string) => roleEventsSubject(gameId, 'erased');
export const isErasedSubject = (subject: string): boolean => subject.endsWith('.erased');

const decoder = new TextDecoder();

/**
 * JSON text of an `events` frame.
 * @param from version of the first event
 * @param items one JSON text per event, in order; a hidden event is `{"v":n}`
 */
export const eventsFrame = (logId: string, from: number, items: readonly string[]): string =>
  `{"type":"events","logId":${JSON.stringify(logId)},"from":${from},"list":[${items.join(',')}]}`;

/** The payload of `roleEventsSubject`, as text; parameters as for `eventsFrame`. */
export const roleEventsText = (logId: string, from: number, items: readonly string[], changesCrew = false): string =>
  `${logId} ${from} ${from + items.length - 1}${changesCrew ? ' M' : ''}\n${eventsFrame(logId, from, items)}`;

const CREW_EVENTS: ReadonlySet<string> = new Set<GameEvent['type']>([
  ...(['moderatorMoved', 'ownerChanged', 'crewAdded', 'crewRemoved', 'crewMemberMoved'] as const),
  ...(['crewSuspended', 'crewRestored', 'deskLeft', 'deskReturned', 'gameCompleted'] as const),
]);
/** Whether after an event of this type other users may have rights in the game or run it. */
export const changesCrew = (type: string): boolean => CREW_EVENTS.has(type);
const TYPE = /"type":"(\w+)"/;
/** The same of an event as it is sent to views, whose type comes before anything that a user has written. */
export const changesCrewInView = (item: string): boolean => changesCrew(TYPE.exec(item)?.[1] ?? '');

/** A decoded payload of `roleEventsSubject`. */
export interface RoleEvents {
  readonly logId: string;
  /** Version of the first event. */
  readonly from: number;
  /** Version of the last event. */
  readonly to: number;
  readonly changesCrew: boolean;
  /** The bytes of the `events` frame. Not a copy: they share the message's buffer. */
  readonly frame: Uint8Array;
}

export function decodeRoleEvents(message: Uint8Array): RoleEvents {
  const end = message.indexOf(10);
  const [logId = '', from, to, mark] = decoder.decode(message.subarray(0, end)).split(' ');
  return { logId, from: Number(from), to: Number(to), changesCrew: mark === 'M', frame: message.subarray(end + 1) };
}

/** Subject of a shard's heads, sent every second: the latest version of each game that changed in the last minute. */
export const headsSubject = (shard: number) => `game.heads.${shard}`;
export const HeadsMessage = z.strictObject({
  shard: z.number().int(),
  epoch: z.number(),
  /** One `[gameId, logId, version]` per game. */
  heads: z.array(z.tuple([z.string(), z.string(), z.number().int()])),
});
export type HeadsMessage = z.infer<typeof HeadsMessage>;

/**
 * Subject of a game's presence. Each gateway sends all users who are connected to the game through it, every 5 s and
 * within 250 ms of a change.
 */
export const presenceSubject = (gameId: string) => `game.presence.${gameId}`;
/** Not strict: during an update, gateways of either release know of users of the other. */
export const PresenceMessage = z.object({
  gateway: z.string(),
  /** Number of connected stages. */
  stages: z.number().int(),
  users: z.array(z.string()),
  /** What the connection of each of `users` is like, null while too little is known; absent if none is measured. */
  connections: z.array(z.enum(CONNECTION_QUALITIES).nullable()).optional(),
  /** Ids of connected desks; absent if there are none. */
  desks: z.array(z.string()).optional(),
  /** Networks of events that sockets of the game come from, with how many; absent if there are none. */
  networks: z.array(z.tuple([z.string(), z.number().int()])).optional(),
  /** Joins that wait at this gateway because too many came from one address; absent if there are none. */
  delayed: z.number().int().optional(),
});
export type PresenceMessage = z.infer<typeof PresenceMessage>;

/** Subject of a hint to projections that the log has grown. Projections also poll, so a lost hint only delays them. */
export const LOG_GROWN = 'game.log-grown';

/**
 * Subject on which each owner publishes the statuses of its games that are placed in rooms of events: changed ones
 * within 250 ms, each again every `ROOM_STATUS_EVERY_MS`.
 */
export const ROOM_STATUSES = 'game.room-statuses';
export const ROOM_STATUS_EVERY_MS = 5_000;
/** Subject on which a shows service asks for all of them, as it starts. */
export const ROOM_STATUSES_WANTED = 'game.room-statuses-wanted';
export const RoomStatusesMessage = z.object({ statuses: z.array(RoomStatus) });
export type RoomStatusesMessage = z.infer<typeof RoomStatusesMessage>;

/** Subject prefix of the replies to a service's calls. The NATS server lets only that service subscribe to it. */
export const inboxPrefix = (service: string) => `_INBOX.${service}`;
