import type { UserId } from './ids.js';
import { playerOf } from './players.js';
import type { Game, NameReports } from './state.js';
import type { GameView, ReportedName } from './views.js';

/** What is known of a player's name: who reported it, or that it is kept. */
export const reportsOn = ({ nameReports }: Pick<Game, 'nameReports'>, id: UserId): NameReports | undefined =>
  nameReports?.find(({ playerId }) => playerId === id);

/** The game with this in place of what was known of the player's name. */
export const withReports = <G extends Game>(game: G, reports: NameReports): G => {
  const before = game.nameReports ?? [];
  const isNew = reportsOn(game, reports.playerId) === undefined;
  const nameReports = isNew
    ? [...before, reports]
    : before.map((each) => (each.playerId === reports.playerId ? reports : each));
  return { ...game, nameReports };
};

/** The game in which no one has reported or kept the player's name. */
export function withoutReports<G extends Game>(game: G, id: UserId): G {
  const { nameReports, ...rest } = game;
  if (nameReports === undefined || reportsOn(game, id) === undefined) return game;
  const left = nameReports.filter(({ playerId }) => playerId !== id);
  return (left.length === 0 ? rest : { ...rest, nameReports: left }) as G;
}

/** The game once the player has this name: reports of another one are over. */
export const withReportsOfName = <G extends Game>(game: G, id: UserId, name: string): G =>
  playerOf(game, id)?.name === name ? game : withoutReports(game, id);

/** The same reports once a seat belongs to another user. */
export const movedReports = (nameReports: readonly NameReports[], moved: (id: UserId) => UserId): NameReports[] =>
  nameReports.map(({ playerId, by, ...kept }) => ({ playerId: moved(playerId), by: by.map(moved), ...kept }));

/** The reported names, and how many players reported each, in order of the first report. */
export const reportedNames = (game: Game): readonly ReportedName[] =>
  (game.nameReports ?? []).flatMap(({ playerId, by, kept }) => {
    const player = kept === true ? null : playerOf(game, playerId);
    return player === null ? [] : [{ id: player.id, seat: player.seat, name: player.name, reports: by.length }];
  });

/** The view in which one more player has reported this name. */
export function withReportedName(view: GameView, name: ReportedName): GameView {
  const before = view.reported ?? [];
  const isNew = before.every(({ id }) => id !== name.id);
  return { ...view, reported: isNew ? [...before, name] : before.map((each) => (each.id === name.id ? name : each)) };
}

/** The view with only those reported names. */
export function withReportedNames(view: GameView, stays: (name: ReportedName) => boolean): GameView {
  if (view.reported === undefined) return view;
  const { reported, ...rest } = view;
  const left = reported.filter(stays);
  return left.length === 0 ? rest : { ...rest, reported: left };
}
