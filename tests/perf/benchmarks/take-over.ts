import { type GameClient, newId } from '@earworm/client';
import { type CategoryDraft, type CategoryId, memberOf, type QuestionId, type UserId } from '@earworm/rules';
import { type Member, signedIn } from '../../e2e/support/members.js';
import { ADMIN_ENV, FIRST_ADMIN } from '../../harness/prepared-data.js';
import { Services } from '../../harness/services.js';
import { type Guest, guestOf, signInGuest } from '../../load/guests.js';
import { leanClients } from '../../load/lean-clients.js';
import { percentile, timesOf } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { requiredNats } from '../required-nats.js';
import { waitUntil } from '../wait-until.js';

const GAMES = 40;
/** From the tap in the list of games to the verdict that is accepted, without the person's own time, ms. */
const JUDGING_WITHIN_MS = 3_000;
/** Until the desk that was taken over says so, ms. */
const KNOWN_WITHIN_MS = 1_000;

const enter = leanClients();
const sees = (what: string, check: () => boolean) => waitUntil(what, check, { withinMs: 30_000, everyMs: 1 });

async function accepted(client: GameClient, command: Parameters<GameClient['send']>[0]): Promise<void> {
  const answer = await client.send(command);
  if (!answer.ok) throw new Error(`${command.type} was refused: ${answer.code}`);
}

/** A game in which one player has buzzed and waits for the verdict. */
async function gameThatWaits(hosts: Guest, players: Guest) {
  const [categoryId, questionId] = [newId() as CategoryId, newId() as QuestionId];
  const question = { questionId, youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', answer: 'An answer', points: 100 };
  const categories: CategoryDraft[] = [{ categoryId, name: 'A category', questions: [question] }];
  const body = { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty' as const, categories };
  const { gameId } = await hosts.http.call('createGame', { body });
  const desk = enter({ gameId, as: 'moderator', guest: hosts });
  const phone = enter({ gameId, as: 'player', guest: players });
  await accepted(phone, { type: 'joinGame', name: 'Ada' });
  await accepted(desk, { type: 'startGame' });
  await accepted(desk, { type: 'selectQuestion', categoryId, questionId });
  await accepted(phone, { type: 'buzz', questionId });
  return { gameId, questionId, desk, phone, hostId: hosts.userId as UserId };
}

/** As from the administrators' list of games, through another gateway than the host's. */
async function takeOver(admin: Member, game: Awaited<ReturnType<typeof gameThatWaits>>) {
  const { gameId, questionId, desk, phone, hostId } = game;
  const startedAt = performance.now();
  const isSuspended = () => {
    const { view } = desk.state;
    return view !== null && memberOf(view, hostId)?.suspended !== undefined;
  };
  const knownMs = sees('the old desk knows', isSuspended).then(() => performance.now() - startedAt);
  await admin.http.call('takeOverGame', { params: { gameId }, body: { reason: 'The host does not answer' } });
  const guest = guestOf(admin.serverUrl, { userId: admin.userId, accessToken: admin.tokens.access_token }, {});
  const newDesk = enter({ gameId, as: 'moderator', guest });
  try {
    await sees('the new desk shows the buzz', () => newDesk.state.view?.current?.queue.length === 1);
    const [first] = newDesk.state.view?.current?.queue ?? [];
    if (first === undefined) throw new Error('nobody has buzzed');
    const { playerId } = first;
    await accepted(newDesk, { type: 'judgeAnswer', questionId, playerId, correct: true });
    const judgedMs = performance.now() - startedAt;
    const late = await desk.send({ type: 'judgeAnswer', questionId, playerId, correct: false });
    if (late.ok) throw new Error('the old desk judged, too');
    return { judgedMs, knownMs: await knownMs };
  } finally {
    for (const client of [newDesk, desk, phone]) client.close();
  }
}

export const benchmark: Benchmark = {
  what: `an administrator takes over ${GAMES} games one after the other and judges: until the verdict, and until the old desk knows`,
  async run() {
    const nats = await requiredNats();
    const services = await Services.start({ nats, gateways: 2, gameReplicas: 2, everything: true, env: ADMIN_ENV });
    try {
      const [here = '', there = ''] = services.urls;
      const admin = await signedIn(there, FIRST_ADMIN);
      const found: Awaited<ReturnType<typeof takeOver>>[] = [];
      for (let made = 0; made < GAMES; made++)
        found.push(await takeOver(admin, await gameThatWaits(await signInGuest(here), await signInGuest(there))));
      const judged = found.map(({ judgedMs }) => judgedMs);
      const known = found.map(({ knownMs }) => knownMs);
      return {
        ratio: Math.max(percentile(judged, 1) / JUDGING_WITHIN_MS, percentile(known, 1) / KNOWN_WITHIN_MS),
        target: 1,
        reference: `${JUDGING_WITHIN_MS / 1_000} s until the verdict, ${KNOWN_WITHIN_MS / 1_000} s at the old desk, each the longest`,
        figures: {
          ...{ judgedP50Ms: timesOf(judged).p50, judgedLongestMs: percentile(judged, 1) },
          ...{ knownP50Ms: timesOf(known).p50, knownLongestMs: percentile(known, 1) },
        },
      };
    } finally {
      await services.close();
    }
  },
};
