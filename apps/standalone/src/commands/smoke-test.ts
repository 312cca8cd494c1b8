import { parseArgs } from 'node:util';
import { createGameClient, createHttp, type ClientState, type GameClient, type Http, newId } from '@earworm/client';
import { messageOf, RefusedError } from '@earworm/contracts';
import { CategoryId, type Command, QuestionId, type Role } from '@earworm/rules';

/** `node apps/standalone/dist/commands/smoke-test.js --url URL`: plays a short game; prints a line per step. */

const WITHIN_MS = 30_000;
const POINTS = 100;
const categoryId = CategoryId.parse(newId());
const questionId = QuestionId.parse(newId());
const youtubeLink = 'https://youtu.be/dQw4w9WgXcQ';

class StepFailed extends Error {}

interface Guest {
  readonly http: Http;
  readonly token: () => Promise<string>;
}

async function play(url: string, opened: GameClient[]): Promise<void> {
  const moderator = await step('a guest signs in', () => signIn(url));
  const player = await step('another guest signs in', () => signIn(url));
  const { gameId, gameCode } = await step('a game is created', () =>
    moderator.http.call('createGame', {
      body: {
        requestId: newId(),
        moderatorName: 'Smoke test',
        quiz: 'empty',
        categories: [
          { categoryId, name: 'Songs', questions: [{ questionId, youtubeLink, answer: '…', points: POINTS }] },
        ],
      },
    }),
  );
  const connect = async (guest: Guest, as: Role) => {
    const client = createGameClient({ url: `${url.replace(/^http/, 'ws')}/ws`, gameId, as, token: guest.token });
    opened.push(client);
    await until(client, ({ connection }) => connection === 'online', 'no connection');
    return client;
  };
  const desk = await step('the moderator connects', () => connect(moderator, 'moderator'));
  await step('the player finds the game by its code', async () => {
    const found = await player.http.call('joinInfoByCode', { params: { gameCode } });
    if (found.gameId !== gameId) throw new StepFailed(`the code ${gameCode} leads to another game`);
  });
  const phone = await step('the player connects', () => connect(player, 'player'));
  await step('the player joins', () => send(phone, { type: 'joinGame', name: 'Player' }));
  await step('the game starts', () => send(desk, { type: 'startGame' }));
  await step('a question is selected', () => send(desk, { type: 'selectQuestion', categoryId, questionId }));
  await step('the player buzzes', async () => {
    await until(phone, ({ view }) => view?.current?.questionId === questionId, 'the question was not shown');
    await send(phone, { type: 'buzz', questionId });
  });
  await step('the moderator judges', async () => {
    await until(desk, ({ view }) => view?.current?.queue.length === 1, 'the buzz was not shown to the moderator');
    const playerId = desk.state.view?.current?.queue[0]?.playerId;
    if (playerId === undefined) throw new StepFailed('the queue is empty');
    await send(desk, { type: 'judgeAnswer', questionId, playerId, correct: true });
  });
  await step('the player has the points', () =>
    until(phone, ({ seat }) => seat?.score === POINTS, 'they were not shown'),
  );
  await step('the game ends', () => send(desk, { type: 'completeGame' }));
}

async function signIn(url: string): Promise<Guest> {
  const { access_token: accessToken } = await createHttp({ baseUrl: url }).call('guest', { body: {} });
  const token = () => Promise.resolve(accessToken);
  return { token, http: createHttp({ baseUrl: url, token }) };
}

async function send(client: GameClient, command: Command): Promise<void> {
  const answer = await client.send(command);
  if (!answer.ok) throw new StepFailed(`${command.type} was refused: ${messageOf(answer.code)}`);
}

async function until(client: GameClient, isReached: (state: ClientState) => boolean, reason: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      const { state } = client;
      if (state.closedBy !== null)
        reject(new StepFailed(`the server closed the connection: ${messageOf(state.closedBy)}`));
      else if (isReached(state)) resolve();
      else return;
      stop();
      clearTimeout(timer);
    };
    const stop = client.subscribe(look);
    const timer = setTimeout(() => {
      stop();
      reject(new StepFailed(`${reason} within ${WITHIN_MS / 1_000} s`));
    }, WITHIN_MS);
    look();
  });
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    console.log(`ok      ${what} (${(performance.now() - startedAt).toFixed(0)} ms)`);
    return result;
  } catch (error) {
    throw new StepFailed(`failed  ${what}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StepFailed) return error.message;
  return error instanceof RefusedError ? messageOf(error.code, error.params) : String(error);
}

function urlIn(args: string[]): string | null {
  try {
    const { url } = parseArgs({ args, options: { url: { type: 'string', default: '' } } }).values;
    return URL.canParse(url) ? url.replace(/\/+$/, '') : null;
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const url = urlIn(process.argv.slice(2));
  if (url === null) {
    console.error('usage: smoke-test --url URL, such as http://localhost:3000');
    return 2;
  }
  const opened: GameClient[] = [];
  try {
    await play(url, opened);
    console.log('A game was played.');
    return 0;
  } catch (error) {
    console.error(reasonOf(error));
    return 1;
  } finally {
    for (const client of opened) client.close();
  }
}

process.exitCode = await main();
