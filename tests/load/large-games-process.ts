import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { PATHS } from '@earworm/contracts';
import { eachOf } from './each-of.js';
import type { Answer, Guest, LargeGamesRequest, LargeGamesDone } from './large-games-attack.js';

const REPORT_MS = 5_000;

async function attack(order: LargeGamesRequest): Promise<LargeGamesDone> {
  const { url, guests, templateId, connections } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  const made: string[] = [];
  let broken = 0;

  const send = async (n: number, path: string, content: string) => {
    const guest = guests[n % guests.length];
    if (guest === undefined) throw new Error('no guest');
    const text = `{"requestId":"${randomUUID()}","moderatorName":"Mo"${content}}`;
    const answer = await post(agent, url + path, Buffer.from(text), guest).catch(() => null);
    if (answer === null) {
      broken += 1;
      return;
    }
    answers.push(answer);
    if (answer.gameId !== undefined) made.push(answer.gameId);
  };
  const startedAt = performance.now();
  const report = setInterval(() => console.error(`${answers.length} answered, ${made.length} made`), REPORT_MS);
  await eachOf([...Array(order.starts).keys()], connections, (n) => send(n, `/api/templates/${templateId}/start`, ''));
  await eachOf([...Array(order.games).keys()], connections, (n) =>
    send(n, PATHS.createGame.path, `,"categories":${order.categories}`),
  );
  clearInterval(report);
  agent.destroy();
  return {
    answers: answers.map(({ code, ms, inAllMs }) => ({ code, ms, inAllMs })),
    ...{ made, broken, seconds: (performance.now() - startedAt) / 1_000 },
  };
}

function post(agent: Agent, url: string, body: Buffer, { address, token }: Guest) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer & { readonly gameId: string | undefined }>();
  const startedAt = performance.now();
  let sentAt: number | undefined;
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-forwarded-for': address,
    authorization: `Bearer ${token}`,
  };
  const outgoing = httpRequest(url, { method: 'POST', agent, headers });
  outgoing.on('finish', () => (sentAt = performance.now()));
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    const now = performance.now();
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const answer = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { code?: string; gameId?: string };
      resolve({
        code: answer.code ?? (response.statusCode === 200 ? 'ok' : String(response.statusCode)),
        ms: now - (sentAt ?? now),
        inAllMs: now - startedAt,
        gameId: response.statusCode === 200 ? answer.gameId : undefined,
      });
    });
  });
  outgoing.end(body);
  return promise;
}

process.once('message', (order: LargeGamesRequest) => {
  void attack(order).then((done) => process.send?.(done));
});
