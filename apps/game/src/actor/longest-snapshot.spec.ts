import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import {
  CATEGORIES_MAX,
  type CategoryId,
  type Game,
  NAME_MAX_BYTES,
  PLAYERS_MAX,
  type Player,
  type Question,
  type QuestionId,
  QUESTIONS_PER_CATEGORY_MAX,
  QUIZ_COPY_BYTES_MAX,
  TEAMS_MAX,
  type UserId,
  VERDICTS_MAX,
  viewOf,
} from '@earworm/rules';
import { creates, given, joins, buzzes, selects, starts } from '@earworm/rules/testing';

const QUESTIONS = CATEGORIES_MAX * QUESTIONS_PER_CATEGORY_MAX;
const LINK = 'https://youtu.be/dQw4w9WgXcQ';
const LONGEST_NAME = '🇧🇷'.repeat(NAME_MAX_BYTES / 8);
const longId = (n: number) => `${n}`.padStart(64, 'x');

/** Every question answered by a player with the longest name, and one in play on which every player has buzzed; of teams. */
function largest(): Game {
  const game = given(creates(), joins('ann'), starts(), selects('q100'), buzzes('ann', 'q100')).playing();
  const [player] = game.players;
  if (player === undefined || game.current === null) throw new Error('nobody plays');
  // Quotes grow most in encoding: one byte of text, two as JSON, four as JSON in JSON.
  const players: Player[] = Array.from({ length: PLAYERS_MAX }, (_, n) => ({
    ...player,
    ...{ id: longId(n) as UserId, seat: n + 1, name: LONGEST_NAME, team: TEAMS_MAX },
  }));
  const playerIds = players.map(({ id }) => id);
  const question = (n: number): Question => ({
    ...{ id: longId(n) as QuestionId, youtubeSongName: '', points: 1_000_000, changedAtVersion: 100_000 },
    medium: { kind: 'youtube', youtubeLink: LINK, videoId: 'dQw4w9WgXcQ', start: 86_399, end: 86_400 },
    answer: '"'.repeat(Math.floor((QUIZ_COPY_BYTES_MAX / QUESTIONS - LINK.length) / 2)),
    ...{
      answered: true,
      answeredBy: playerIds[n % PLAYERS_MAX] ?? null,
      answeredCorrectly: false,
      attemptedBy: playerIds,
      verdicts: Array.from({ length: n === 0 ? VERDICTS_MAX : 0 }, (_, v) => ({
        ...{ version: 100_000 + v, playerId: playerIds[v] ?? player.id, correct: false, gain: -500_000 },
        ...{ elapsedSeconds: 100_000, heardMs: 100_000_000, team: TEAMS_MAX },
      })),
    },
  });
  const categories = Array.from({ length: CATEGORIES_MAX }, (_, c) => ({
    ...{ id: longId(c) as CategoryId, name: '"'.repeat(60), changedAtVersion: 100_000 },
    questions: Array.from({ length: QUESTIONS_PER_CATEGORY_MAX }, (_, q) => question(1_000 * c + q)),
  }));
  const teams = Array.from({ length: TEAMS_MAX }, (_, n) => ({ number: n + 1, name: LONGEST_NAME, score: 5_000_000 }));
  const [first] = categories;
  const current = { ...game.current, categoryId: first?.id ?? game.current.categoryId };
  return {
    ...game,
    players,
    teams,
    nextTeam: TEAMS_MAX,
    categories,
    current: { ...current, questionId: question(0).id },
  };
}

it('the longest possible snapshot fits into one message of the bus', () => {
  const view = JSON.stringify(viewOf(largest(), 'full'));
  const message = Buffer.byteLength(JSON.stringify({ ok: true, value: { view, seat: 'null' } }));
  const [, megabytes] = /^max_payload: (\d+)MB$/m.exec(readFileSync('deploy/nats/services.conf', 'utf8')) ?? [];
  expect(message).toBeLessThan(Number(megabytes) * 1024 * 1024 - 64 * 1024);
});
