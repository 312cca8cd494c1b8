import type { CsvRow, GameResult, RoomResult, ShowDetail } from '@earworm/contracts';
import {
  questionHeadings,
  questionRows,
  scoreHeadings,
  scoreRows,
  teamHeadings,
  teamRows,
  teamStandings,
} from '../../shared/game-result/result-csv.js';
import { isoIn } from '../../shared/ui/iso-time.js';
import { t } from './results-texts.js';

/** `unread`: its history is not written yet. `early`: it ended with questions left. */
type Outcome = 'none' | 'unread' | 'nobody' | 'notStarted' | 'playing' | 'early' | 'complete';

function outcomeOf({ gameId, result }: Pick<RoomResult, 'gameId' | 'result'>): Outcome {
  if (gameId === null) return 'none';
  if (result === null) return 'unread';
  const { status, playerCount, unplayed = 0 } = result;
  if (playerCount === 0) return 'nobody';
  if (status === 'setup') return 'notStarted';
  if (status === 'playing') return 'playing';
  return unplayed > 0 ? 'early' : 'complete';
}

export type Facts = ShowDetail['facts'];
/** All games of one room, at least one entry. */
export type RoomGames = readonly [RoomResult, ...RoomResult[]];

const ofRoom = () => [t('number'), t('name'), t('group')];
const ofGame = () => [...ofRoom(), t('game'), t('code'), t('outcome')];

export const headings = {
  rooms: () => [...ofRoom(), t('id'), t('start'), t('games'), t('players'), t('outcome')],
  scores: () => [...ofGame(), ...scoreHeadings()],
  verdicts: () => [...ofGame(), ...questionHeadings(true)],
  teams: () => [...ofGame(), ...teamHeadings()],
};

const cellsOfRoom = ({ room: { number, name, group } }: RoomResult) => [number, name, group];
const cellsOfGame = (entry: RoomResult) => [
  ...[...cellsOfRoom(entry), entry.round, entry.result?.gameCode ?? '', t(`outcome_${outcomeOf(entry)}`)],
];

/** A game without such rows has one that tells why. */
const rowsOfGame = (entry: RoomResult, rowsOf: (result: GameResult) => CsvRow[]): CsvRow[] => {
  const rows = entry.result === null ? [] : rowsOf(entry.result);
  return (rows.length > 0 ? rows : [[]]).map((row) => [...cellsOfGame(entry), ...row]);
};

/** The outcome is that of the room's last game. */
export function rowsOf(games: RoomGames, { startsAt, timeZone }: Facts) {
  const [{ room }] = games;
  const people = Math.max(...games.map(({ result }) => result?.playerCount ?? 0));
  const played = games.filter(({ gameId }) => gameId !== null).length;
  const outcome = t(`outcome_${outcomeOf(games.at(-1) ?? games[0])}`);
  const start = isoIn(room.startsAt ?? startsAt, timeZone);
  return {
    rooms: [[...cellsOfRoom(games[0]), room.ownId, start, played, people, outcome]],
    scores: games.flatMap((entry) => rowsOfGame(entry, scoreRows)),
    // Of games with teams alone.
    teams: games.flatMap((entry) =>
      entry.result?.teams === undefined ? [] : teamRows(entry.result).map((row) => [...cellsOfGame(entry), ...row]),
    ),
    verdicts: games.flatMap((entry) => rowsOfGame(entry, (result) => questionRows(result, true))),
  };
}

/** What the tables hold, with the outcomes by their names in code. */
export function jsonOf(games: RoomGames) {
  const [{ room }] = games;
  const { roomId, ...facts } = room;
  return {
    ...facts,
    roomId,
    outcome: outcomeOf(games.at(-1) ?? games[0]),
    games: games
      .filter(({ gameId }) => gameId !== null)
      .map((entry) => ({ round: entry.round, outcome: outcomeOf(entry), ...withoutIds(entry.result) })),
  };
}

/** Nobody needs the users behind the names. */
function withoutIds(result: GameResult | null) {
  if (result === null) return {};
  const { gameId, gameCode, status, moderatorName, createdAt, completedAt, playerCount, unplayed } = result;
  return {
    ...{ gameId, gameCode, status, moderatorName, createdAt, completedAt, playerCount, unplayed },
    standings: scoreRows(result).map(([place, name, score]) => ({ place, name, score })),
    ...(result.teams && { teams: teamStandings(result).map(({ number: _number, ...team }) => team) }),
    questions: result.questions,
    changes: result.changes ?? [],
  };
}
