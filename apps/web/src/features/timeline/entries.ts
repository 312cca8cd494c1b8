import { TeamsOfRows, type TimelineRow } from '@earworm/rules';
import { figure, change as signed } from '../../platform/i18n/numbers.js';
import { doubtText } from '../../shared/live/doubts.js';
import { t, textOf } from './texts.js';

export const KINDS = ['play', 'scores', 'people', 'crew', 'music', 'setup'] as const;
export type Kind = (typeof KINDS)[number];
type Place = 'server' | 'desk' | 'phone' | 'operator';

/** A row in words. */
export interface Entry {
  readonly version: number;
  readonly at: number;
  readonly kind: Kind;
  readonly place: Place;
  /** Null: no person, or one whose name the game does not know. */
  readonly who: string | null;
  readonly what: string;
  readonly question: Question | null;
  readonly gain: number | null;
}

/** Names as they were before the event, and that of the team for which it counts; empty if there is none. */
interface Names {
  readonly before: string;
  readonly formerTeam: string;
  readonly side: string;
}

interface Question {
  readonly category: string;
  readonly points: number;
}

/** Events that say nothing about what people did. */
const UNTOLD: ReadonlySet<string> = new Set(['owned']);
const OTHER_KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['scores', /^(verdict|score)/],
  ['people', /^(player(?!Buzzed)|name|seat|joining|team|captain)/],
  ['crew', /^(crew|desk|owner|moderator|help|announce)/],
  ['music', /^(music|song|sound|timer|timeTrial)/],
  ['setup', /^(category|question(Added|Updated|Moved|Deleted)|settings|gameCreated|placedInRoom)/],
];
const kindOf = (type: string): Kind => OTHER_KINDS.find(([, pattern]) => pattern.test(type))?.[0] ?? 'play';

/** What no player does to a game, and a player who is also an operator does as one. */
const BY_OPERATORS: ReadonlySet<string> = new Set([
  ...['joiningLocked', 'helpEnded', 'announced', 'announcementEnded', 'questionMarkedUnanswered'],
  ...['playerNameSet', 'nameKept', 'playerRemoved', 'playerBanned', 'seatGiven', 'seatRefused'],
  ...['crewAdded', 'crewRemoved', 'crewRestored', 'crewSuspended', 'musicDeskLost'],
  ...['seatReserved', 'playersSent'],
  ...['startHeld', 'startReleased', 'gamePaused', 'gameResumed', 'gameCompleted', 'gameReopened'],
]);

/** Goes through the rows of a game in order, and remembers who and what they speak of. */
class Telling {
  readonly #names = new Map<string, string>();
  readonly #crew = new Set<string>();
  readonly #players = new Set<string>();
  readonly #categories = new Map<string, string>();
  readonly #teams = new Map<number, string>();
  readonly #sides = new TeamsOfRows();
  readonly #questions = new Map<string, { categoryId: string; points: number }>();
  #openedAt: number | null = null;

  constructor(private readonly staff: Readonly<Record<string, string>>) {}

  tell(row: TimelineRow): Entry {
    const before = row.playerId == null ? this.#teamOf(row.team) : this.#nameOf(row.playerId);
    const formerTeam = this.#teamOf(row.team);
    const question = this.#questionOf(row);
    const category = row.categoryId === undefined ? '' : this.#categoryOf(row.categoryId);
    const { user } = row;
    const wasCrew = user !== null && this.#crew.has(user);
    this.#learn(row);
    const side = this.#teamOf(this.#sides.follow(row));
    const place = this.#placeOf(row, wasCrew);
    return {
      ...{ version: row.version, at: row.at, kind: kindOf(row.type), place, who: this.#whoOf(user, place) },
      what: this.#whatOf(row, { before, formerTeam, side }, this.#questionOf(row) ?? question, category),
      question: this.#questionOf(row) ?? question,
      gain: row.gain ?? null,
    };
  }

  #nameOf = (id: string): string => this.#names.get(id) ?? t('someone');
  #teamOf = (team: number | null | undefined): string => (team == null ? '' : (this.#teams.get(team) ?? ''));
  #categoryOf = (id: string): string => this.#categories.get(id) ?? '';

  #questionOf({ questionId }: TimelineRow): Question | null {
    const found = questionId === undefined ? undefined : this.#questions.get(questionId);
    return found ? { category: this.#categoryOf(found.categoryId), points: found.points } : null;
  }

  /** An operator may have another name as a player. */
  #whoOf(user: string | null, place: Place): string | null {
    if (user === null) return null;
    return (place === 'operator' ? this.staff[user] : undefined) ?? this.#names.get(user) ?? null;
  }

  /** @param wasCrew before it: a member who leaves does so at the desk */
  #placeOf({ user, type }: TimelineRow, wasCrew: boolean): Place {
    // Whose is not told.
    if (type === 'nameReported') return 'phone';
    if (user === null || user.startsWith('room-')) return 'server';
    if (wasCrew || this.#crew.has(user)) return 'desk';
    const isStaffAlone = this.staff[user] !== undefined && !this.#players.has(user);
    return isStaffAlone || BY_OPERATORS.has(type) ? 'operator' : 'phone';
  }

  #learn(row: TimelineRow): void {
    const { type, at, playerId, userId, name, from, to, categoryId, questionId, points } = row;
    if (row.moderatorId !== undefined) this.#joinCrew(row.moderatorId, row.moderatorName);
    // The name of an event of a team is that of the team.
    if (playerId != null && name !== undefined && row.team === undefined) this.#names.set(playerId, name);
    if (playerId != null && playerId === row.user) this.#players.add(playerId);
    if (row.by !== undefined && type === 'helpRequested' && name !== undefined) this.#names.set(row.by, name);
    if (type === 'crewAdded' && userId !== undefined) this.#joinCrew(userId, name);
    if (type === 'crewRemoved' && userId !== undefined) this.#crew.delete(userId);
    if (type === 'ownerChanged' && to !== undefined) this.#joinCrew(to, name);
    if (from !== undefined && to !== undefined && type !== 'ownerChanged') this.#move(from, to);
    for (const { id, name: title, questions } of row.board ?? []) {
      this.#categories.set(id, title);
      for (const each of questions) this.#questions.set(each.id, { categoryId: id, points: each.points });
    }
    if (type.startsWith('category') && categoryId !== undefined && name !== undefined)
      this.#categories.set(categoryId, name);
    if (questionId !== undefined && points !== undefined)
      this.#questions.set(questionId, {
        categoryId: categoryId ?? this.#questions.get(questionId)?.categoryId ?? '',
        points,
      });
    if (row.team != null && name !== undefined) this.#teams.set(row.team, name);
    const { toCategoryId } = row;
    const moved = questionId === undefined ? undefined : this.#questions.get(questionId);
    if (toCategoryId !== undefined && moved) moved.categoryId = toCategoryId;
    if (type === 'questionSelected') this.#openedAt = at;
    if (type === 'verdictUndone') this.#openedAt = null;
  }

  #joinCrew(id: string, name: string | undefined): void {
    this.#crew.add(id);
    if (name !== undefined) this.#names.set(id, name);
  }

  /** A person, or the seat of one, now has another id. */
  #move(from: string, to: string): void {
    const name = this.#names.get(from);
    if (name !== undefined) this.#names.set(to, name);
    if (this.#crew.delete(from)) this.#crew.add(to);
    if (this.#players.delete(from)) this.#players.add(to);
  }

  #whatOf(row: TimelineRow, { side, ...former }: Names, question: Question | null, category: string): string {
    const player = this.#playerOf(row);
    const what = textOf(this.#textFor(row), {
      ...{
        player: side === '' ? player : t('ofTeam', { player, team: side }),
        ...former,
        holder: row.holderId === undefined ? '' : this.#nameOf(row.holderId),
      },
      ...{ team: this.#teamOf(row.team), into: this.#teamOf(row.into) },
      name: row.name ?? (this.#subjectOf(row) || category),
      question: question === null ? t('aQuestion') : t('questionOf', worded(question)),
      gain: signed(row.gain ?? 0),
      seconds: this.#openedAt === null ? '' : ((row.at - (row.creditMs ?? 0) - this.#openedAt) / 1_000).toFixed(3),
      ...{ credit: figure(row.creditMs ?? 0), order: this.#orderOf(row), seed: String(row.seed ?? '') },
      text: row.text ?? '',
    });
    if (row.doubt) return `${what}. ${doubtText(row.doubt, player)}`;
    return row.reason ? t('because', { what, reason: row.reason }) : what;
  }

  #orderOf({ order = [] }: TimelineRow): string {
    if (order.length === 0) return t('noBuzzes');
    return order
      .map(({ playerId, behindMs }) => t('behind', { player: this.#nameOf(playerId), ms: figure(behindMs) }))
      .join(', ');
  }

  #playerOf = ({ playerId, to, type }: TimelineRow): string =>
    playerId == null ? (type.startsWith('seat') && to !== undefined ? this.#nameOf(to) : '') : this.#nameOf(playerId);

  #subjectOf({ userId, by, to, user }: TimelineRow): string {
    const id = userId ?? to ?? by ?? user;
    return id === null || id === undefined ? '' : this.#nameOf(id);
  }

  #textFor(row: TimelineRow): string {
    switch (row.type) {
      case 'playerBuzzed':
        return this.#openedAt === null ? 'playerBuzzedLater' : 'playerBuzzed';
      case 'buzzArrived':
        if (!row.creditMs) return this.#openedAt === null ? 'playerBuzzedLater' : 'playerBuzzed';
        return this.#openedAt === null ? 'buzzArrivedLater' : 'buzzArrived';
      case 'buzzesOrdered':
        return row.mode === 'level' ? 'buzzesDrawn' : 'buzzesOrdered';
      case 'answerJudged':
        return row.correct ? 'right' : 'wrong';
      case 'questionMarkedUnanswered':
        return row.answered ? 'questionClosed' : row.type;
      case 'verdictChanged':
        return row.correct ? 'nowRight' : 'nowWrong';
      case 'joiningLocked':
        return row.locked ? 'locked' : 'unlocked';
      case 'moderatorLeft':
        return row.absent ? 'moderatorAway' : 'moderatorLeft';
      case 'helpRequested':
        return row.text ? 'helpSaying' : 'helpRequested';
      case 'helpEnded':
        return row.solved ? 'helpSolved' : 'helpWithdrawn';
      case 'musicPaused':
        return row.paused ? 'musicPaused' : 'musicResumed';
      case 'soundNoted':
        if (row.forgivenFrom !== undefined) return 'soundingForgiven';
        return row.sounding ? 'sounding' : 'silent';
      case 'timerSet':
        return row.running ? 'timerStarted' : 'timerStopped';
      case 'teamMoved':
        return row.team === null ? 'teamLeft' : 'teamMoved';
      case 'captainSet':
        return row.playerId === null ? 'captainCleared' : 'captainSet';
      case 'teamsDealt':
        return row.kept ? 'restDealt' : 'teamsDealt';
      case 'timeTrialSwitched':
        return row.on ? 'timeTrialOn' : 'timeTrialOff';
      default:
        return row.type;
    }
  }
}

const worded = ({ category, points }: Question) => ({ category, points: figure(points) });

/**
 * @param rows all of a game from its first version on
 * @param staff names of operators by their ids
 */
export function entriesOf(rows: readonly TimelineRow[], staff: Readonly<Record<string, string>>): Entry[] {
  const telling = new Telling(staff);
  return rows.flatMap((row) => (UNTOLD.has(row.type) ? [] : [telling.tell(row)]));
}

export const whoOf = ({ who, place }: Entry): string =>
  who === null ? t(`from_${place}`) : t('whoFrom', { name: who, from: t(`from_${place}`) });

/** Those of a kind, or all, that have the text. */
export function foundEntries(entries: readonly Entry[], kind: Kind | 'all', search: string): Entry[] {
  const wanted = search.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (kind === 'all' || entry.kind === kind) &&
      (wanted === '' || `${entry.what} ${entry.who ?? ''}`.toLowerCase().includes(wanted)),
  );
}
