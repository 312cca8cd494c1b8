import { randomUUID } from 'node:crypto';
import { reply } from '../http.js';
import { BOARD, type ReceivedOfGame, type Place, playWholeGame } from './played-game.js';
import { userIdIn, type World } from './world.js';

/** The frames of one more game. */
export async function recordGame(place: Place, tokens: World['tokens']): Promise<Record<string, ReceivedOfGame>> {
  const body = { requestId: randomUUID(), moderatorName: 'Mona', categories: BOARD };
  const { gameId } = await reply(place.url, 'createGame', { body }, tokens.mona);
  const { stageKey } = await reply(place.url, 'stageKey', { params: { gameId } }, tokens.mona);
  const seats = { moderator: tokens.mona, first: tokens.ada, second: tokens.guest, observer: tokens.admin };
  return playWholeGame(place, gameId, stageKey, seats, {
    firstId: userIdIn(tokens.ada),
    secondId: userIdIn(tokens.guest),
  });
}
