import { evolve, type GameEvent, type GameState, NO_GAME } from '@earworm/rules';

/** An event of a game's log, and whose command led to it. */
export interface Logged {
  readonly event: GameEvent;
  readonly version: number;
  readonly userId: string | null;
}

/** Versions of the verdicts that one of these users gave, or changed last, under a name. */
export function verdictsBy(log: readonly Logged[], ids: ReadonlySet<string>): number[] {
  const judges = new Map<number, boolean>();
  for (const { event, version, userId } of log) {
    const isTheirs = userId !== null && ids.has(userId);
    if (event.type === 'answerJudged' && event.byName !== undefined) judges.set(version, isTheirs);
    if (event.type === 'verdictChanged' && event.byName !== undefined) judges.set(event.verdict, isTheirs);
  }
  return [...judges].filter(([, isTheirs]) => isTheirs).map(([version]) => version);
}

/**
 * The events that name a person, with another name instead, by their place in the log. Names are those of the ids and of the
 * seats that these have in the end: a seat may have had the id of another browser before. A name inside of a question or a
 * reason is a text of others, and stays.
 */
export function withoutPerson(
  log: readonly Logged[],
  ids: ReadonlySet<string>,
  name: string,
): ReadonlyMap<number, GameEvent> {
  const person = withFormerIds(log, ids);
  const seats = seatsOf(log, person);
  const changed = new Map<number, GameEvent>();
  let state: GameState = NO_GAME;
  for (const [at, { event, userId }] of log.entries()) {
    state = evolve(state, event);
    const isOf = (id: string) => person.has(id) || seats.has(seatIn(state, id));
    const isBy = userId !== null && person.has(userId);
    const renamed = rename(event, { name, person, seats, isOf, isBy });
    if (renamed !== event) changed.set(at, renamed);
  }
  return changed;
}

interface Person {
  readonly name: string;
  readonly person: ReadonlySet<string>;
  readonly seats: ReadonlySet<number>;
  isOf(playerId: string): boolean;
  /** The event is by the person. */
  readonly isBy: boolean;
}

function rename(event: GameEvent, { name, person, seats, isOf, isBy }: Person): GameEvent {
  switch (event.type) {
    case 'gameCreated':
      return person.has(event.moderatorId) ? { ...event, moderatorName: name } : event;
    case 'ownerChanged':
      return person.has(event.to) ? { ...event, name } : event;
    case 'crewAdded':
      return person.has(event.userId) ? { ...event, name } : event;
    case 'helpRequested':
      return person.has(event.by) ? { ...event, name, text: '' } : event;
    case 'playerJoined':
    case 'seatReserved':
    case 'playerRejoined':
    case 'playerRenamed':
    case 'playerNameSet':
      return isOf(event.playerId) ? { ...event, name } : event;
    case 'teamNamed':
      return isOf(event.playerId) ? { ...event, name: `Team ${event.team}` } : event;
    case 'seatRequested':
      return person.has(event.playerId) || seats.has(event.seat - 1) ? { ...event, name } : event;
    case 'answerJudged':
    case 'verdictChanged':
    case 'scoreChanged':
      return isBy && event.byName !== undefined ? { ...event, byName: name } : event;
    default:
      return event;
  }
}

/** Guests that became these users: the last move first, as one may follow another. */
function withFormerIds(log: readonly Logged[], ids: ReadonlySet<string>): ReadonlySet<string> {
  const person = new Set(ids);
  for (const { event } of log.toReversed()) {
    const isMove = event.type === 'moderatorMoved' || event.type === 'crewMemberMoved';
    if (isMove && person.has(event.to)) person.add(event.from);
  }
  return person;
}

const NONE = -1;
const seatIn = (state: GameState, id: string): number =>
  state.status === 'none' ? NONE : state.players.findIndex((player) => player.id === id);

function seatsOf(log: readonly Logged[], person: ReadonlySet<string>): ReadonlySet<number> {
  const end = log.reduce<GameState>((state, { event }) => evolve(state, event), NO_GAME);
  return new Set([...person].map((id) => seatIn(end, id)).filter((seat) => seat !== NONE));
}
