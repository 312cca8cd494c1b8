import type { OutlinedEvent } from '@earworm/contracts';
import { inSlices, type LogRow } from '@earworm/projections';
import { GameEvent } from '@earworm/rules';
import type { EntityManager } from 'typeorm';
import { HistoryBatch } from './history-batch.js';

type Apply<E> = (batch: HistoryBatch, gameId: string, version: number, event: E) => void | Promise<void>;
type Handlers = { readonly [T in OutlinedEvent['type']]?: Apply<Extract<OutlinedEvent, { type: T }>> };

const HANDLERS: Handlers = {
  gameCreated: (batch, _, version, event) => batch.create(version, event),
  gameStarted: (batch, gameId, version) => batch.setStatus(gameId, version, 'playing', null),
  gameCompleted: (batch, gameId, version, { at }) => batch.setStatus(gameId, version, 'completed', at),
  gameReopened: (batch, gameId, version, { status }) => batch.setStatus(gameId, version, status, null),
  moderatorMoved: (batch, gameId, version, event) => batch.moveModerator(gameId, version, event),
  ownerChanged: (batch, gameId, version, event) => batch.changeOwner(gameId, version, event),
  crewAdded: (batch, gameId, version, { userId }) => batch.addMember(gameId, version, userId),
  crewRemoved: (batch, gameId, version, { userId }) => batch.removeMember(gameId, version, userId),
  crewMemberMoved: (batch, gameId, version, event) => batch.moveMember(gameId, version, event),
  playerJoined: (batch, gameId, version, { playerId, name }) => batch.join(gameId, version, playerId, name),
  seatReserved: (batch, gameId, version, event) => batch.reserve(gameId, version, event),
  settingsChanged: (batch, gameId, version, event) => batch.changeSettings(gameId, version, event),
  playerRejoined: (batch, gameId, version, { playerId, name }) => batch.rejoin(gameId, version, playerId, name),
  playerRenamed: (batch, gameId, version, { playerId, name }) => batch.rename(gameId, version, playerId, name),
  namesApproved: (batch, gameId, version, event) => batch.approveNames(gameId, version, event),
  playerNameSet: (batch, gameId, version, { playerId, name }) => batch.setName(gameId, version, playerId, name),
  playerRemoved: (batch, gameId, version, { playerId }) => batch.setRemoved(gameId, version, playerId, true),
  playerBanned: (batch, gameId, version, { playerId }) => batch.setRemoved(gameId, version, playerId, true),
  seatMoved: (batch, gameId, version, event) => batch.moveSeat(gameId, version, event),
  scoreChanged: (batch, gameId, version, event) => batch.changeScore(gameId, version, event),
  scoreChangeUndone: (batch, gameId, version, event) => batch.undoScoreChange(gameId, version, event),
  answerJudged: (batch, gameId, version, event) => batch.judge(gameId, version, event),
  questionMarkedUnanswered: (batch, gameId, version, { questionId }) =>
    batch.judge(gameId, version, { questionId, playerId: null, correct: false, gain: 0 }),
  placedInRoom: (batch, gameId, version, event) => batch.place(gameId, version, event),
  teamCreated: (batch, gameId, version, event) => batch.createTeam(gameId, version, event),
  teamRenamed: (batch, gameId, version, event) => batch.renameTeam(gameId, version, event),
  teamNamed: (batch, gameId, version, event) => batch.renameTeam(gameId, version, event),
  teamRemoved: (batch, gameId, version, { team }) => batch.endTeam(gameId, version, { team, into: null }),
  teamsMerged: (batch, gameId, version, event) => batch.endTeam(gameId, version, event),
  teamJoined: (batch, gameId, version, { playerId, team }) => batch.setTeam(gameId, version, playerId, team),
  teamMoved: (batch, gameId, version, { playerId, team }) => batch.setTeam(gameId, version, playerId, team),
  teamsDealt: (batch, gameId, version, event) => batch.dealTeams(gameId, version, event),
  verdictUndone: (batch, gameId, version, event) => batch.undo(gameId, version, event),
  verdictChanged: (batch, gameId, version, event) => batch.change(gameId, version, event),
};

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));
const isOutlined = (stored: { type: string }): stored is OutlinedEvent => KNOWN.has(stored.type);

/** Most events, buzzes above all, change nothing in a game's history. */
export const NOT_IN_HISTORY: readonly string[] = [...KNOWN].filter((type) => !Object.hasOwn(HANDLERS, type));

/** Idempotent. Throws for an event type of a newer release: the history waits for its own upgrade. */
export async function applyToHistory(rows: readonly LogRow[], manager: EntityManager): Promise<void> {
  const batch = await HistoryBatch.open([...new Set(rows.map((row) => row.gameId))], manager);
  await inSlices(rows, ({ gameId, version, event }) => {
    if (!isOutlined(event)) throw new Error(`the log has an event of unknown type "${event.type}"`);
    if (version <= batch.versionOf(gameId)) return undefined;
    const apply = HANDLERS[event.type] as Apply<OutlinedEvent> | undefined;
    return apply?.(batch, gameId, version, event);
  });
  await batch.write();
}
