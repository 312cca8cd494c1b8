import { createHttp, type GameClient, newId } from '@earworm/client';
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
  const version = await within(ada, gameId, 'moderator', (desk) =>
    within(player, gameId, 'player', async (phone) => {
      await give(phone, { type: 'joinGame', name: 'Bob' });
      await give(desk, { type: 'startGame' });
      await give(desk, { type: 'selectQuestion', categoryId, questionId });
      await give(phone, { type: 'buzz', questionId });
      return give(desk, { type: 'judgeAnswer', questionId, playerId: player.userId as UserId, correct: true });
    }),
  );
  return { email, clipId, gameId, version };
}

/** Does this with a client that is online in the game, and closes it. */
async function within<T>(
  guest: Guest,
  gameId: string,
  as: 'moderator' | 'player',
  work: (client: GameClient) => T | Promise<T>,
): Promise<T> {
  const client = leanClients()({ gameId, as, guest });
  try {
    const { connection, closedBy } = await eventually(() => {
      const { state } = client;
      if (state.connection !== 'online' && state.connection !== 'closed')
        throw new Error(`a ${as} is ${state.connection}`);
      return state;
    });
    if (connection === 'closed') throw new Error(`a ${as} was not let in: ${closedBy}`);
    return await work(client);
  } finally {
    client.close();
  }
}

/** Resolves with the version at which the game has taken it. */
async function give(client: GameClient, command: Command): Promise<number> {
  const answer = await client.send(command);
  if (!answer.ok) throw new Error(`${command.type}: ${JSON.stringify(answer)}`);
  return answer.version;
}

/** What is not as it was made, a sentence each. */
export async function missingOf(url: string, data: EventData): Promise<string[]> {
  const found = await inParallel(data, async ({ email, clipId, gameId, version }) => {
    const missing: string[] = [];
    const look = async <T>(what: string, read: () => Promise<T>): Promise<T | null> => {
      try {
        return await read();
      } catch (error) {
        missing.push(`${what} of ${email} cannot be read: ${String(error)}`);
        return null;
      }
    };
    const ada = await look('the account', async () => {
      const body = { email, password: PASSWORD };
      const { access_token: token } = await createHttp({ baseUrl: url }).call('signIn', { body });
      return guestWith(url, token, {});
    });
    if (ada === null) return missing;
    const played = await look('the clip', async () => {
      const { url: address } = await ada.http.call('clipAddress', { params: { clipId } });
      return Buffer.from(await (await fetch(new URL(address, url))).arrayBuffer());
    });
    if (played?.equals(AUDIO) === false) missing.push(`the clip of ${email} is another one`);
    const now = await look('the game', () => within(ada, gameId, 'moderator', ({ state }) => state.version));
    if (now !== null && now < version) missing.push(`the game of ${email} had ${version} events, and has ${now}`);
    return missing;
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
