import { createHttp, newId } from '@earworm/client';
import { CategoryId, type ClipId, type Command, QuestionId, type UserId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { uploadClip } from '../e2e/support/clips.js';
import { tone } from '../e2e/support/tone.js';
import { type Guest, guestWith, signInGuest } from './guests.js';
import { leanClients } from './lean-clients.js';

const PASSWORD = 'a-long-password';
/** About 400 KB. */
const AUDIO = tone(50);
const AT_ONCE = 4;

/** An account with a clip, and a game of it that was played. */
interface HostedGame {
  readonly email: string;
  readonly clipId: ClipId;
  readonly gameId: string;
  readonly version: number;
}

/** The data of an event that a backup has to bring back. */
export type EventData = readonly HostedGame[];

export const createEventData = (url: string, games: number): Promise<EventData> =>
  inParallel(
    Array.from({ length: games }, () => `${newId()}@event.example`),
    (email) => host(url, email),
  );

async function host(url: string, email: string): Promise<HostedGame> {
  const { access_token: token } = await createHttp({ baseUrl: url }).call('signUp', {
    body: { displayName: 'Ada', email, password: PASSWORD },
  });
  const ada = guestWith(url, token, {});
  const clipId = await uploadClip(ada, AUDIO);
  const [categoryId, questionId] = [CategoryId.parse(newId()), QuestionId.parse(newId())];
  const question = { questionId, clipId, answer: 'A tune', points: 100 };
  const { gameId } = await ada.http.call('createGame', {
    body: {
      ...{ requestId: newId(), moderatorName: 'Ada', quiz: 'empty' },
      categories: [{ categoryId, name: 'Songs', questions: [question] }],
    },
  });
  const player = await signInGuest(url);
  const desk = await enter(ada, gameId, 'moderator');
  const phone = await enter(player, gameId, 'player');
  await phone.give({ type: 'joinGame', name: 'Bob' });
  await desk.give({ type: 'startGame' });
  await desk.give({ type: 'selectQuestion', categoryId, questionId });
  await phone.give({ type: 'buzz', questionId });
  const version = await desk.give({
    ...{ type: 'judgeAnswer', questionId, playerId: player.userId as UserId, correct: true },
  });
  for (const { client } of [desk, phone]) client.close();
  return { email, clipId, gameId, version };
}

async function enter(guest: Guest, gameId: string, as: 'moderator' | 'player') {
  const client = leanClients()({ gameId, as, guest });
  await eventually(() => {
    if (client.state.connection !== 'online') throw new Error(`a ${as} is ${client.state.connection}`);
  });
  /** Resolves with the version that the game has then. */
  const give = async (command: Command): Promise<number> => {
    const answer = await client.send(command);
    if (!answer.ok) throw new Error(`${command.type}: ${JSON.stringify(answer)}`);
    return client.state.version;
  };
  return { client, give };
}

/** What is not as it was made, a sentence each. */
export async function missingOf(url: string, data: EventData): Promise<string[]> {
  const found = await inParallel(data, async ({ email, clipId, gameId, version }) => {
    const { access_token: token } = await createHttp({ baseUrl: url }).call('signIn', {
      body: { email, password: PASSWORD },
    });
    const ada = guestWith(url, token, {});
    const { url: address } = await ada.http.call('clipAddress', { params: { clipId } });
    const played = Buffer.from(await (await fetch(new URL(address, url))).arrayBuffer());
    const { client } = await enter(ada, gameId, 'moderator');
    const { version: now } = client.state;
    client.close();
    return [
      ...(played.equals(AUDIO) ? [] : [`the clip of ${email} is another one`]),
      ...(now >= version ? [] : [`the game of ${email} had ${version} events, and has ${now}`]),
    ];
  });
  return found.flat();
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
