import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { carryOut } from './run-apart.js';
import { type Flood, type FloodAnswer, type FloodRequest, REQUEST_ID } from './request-flood.js';

/** Unanswered requests of a flood that does not wait for answers; a real one has its limits, too. */
const MOST_OPEN = 2_000;
const TICK_MS = 10;

async function sendAll(order: Flood): Promise<readonly FloodAnswer[]> {
  const { url, requests, perSecond, connections, count = Infinity, forMs = Infinity } = order;
  const agent = new Agent({ keepAlive: true, maxSockets: perSecond === null ? connections : Infinity });
  const answers: FloodAnswer[] = [];
  const startedAt = performance.now();
  let sent = 0;
  const isOver = () => sent >= count || performance.now() - startedAt >= forMs;
  const send = async () => {
    const request = requests[sent++ % requests.length] as FloodRequest;
    answers.push(await post(agent, url, request));
  };
  if (perSecond === null) {
    const loop = async () => {
      while (!isOver()) await send();
    };
    await Promise.all(Array.from({ length: connections }, loop));
  } else {
    while (!isOver()) {
      const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
      while (sent < due && sent - answers.length < MOST_OPEN) void send();
      await pause(TICK_MS);
    }
  }
  agent.destroy();
  return answers;
}

function post(agent: Agent, url: string, { path, headers, body }: FloodRequest): Promise<FloodAnswer> {
  const bytes = withRequestId(body);
  const startedAt = performance.now();
  let sentAt: number | undefined;
  const { promise, resolve } = Promise.withResolvers<FloodAnswer>();
  const outgoing = httpRequest(url + path, {
    ...{ method: 'POST', agent },
    headers: { 'content-type': 'application/json', 'content-length': bytes.length, ...headers },
  });
  outgoing.on('finish', () => (sentAt = performance.now()));
  outgoing.on('error', () => resolve({ code: 'none', ms: 0, inAllMs: performance.now() - startedAt, gameId: null }));
  outgoing.on('response', (response) => {
    const now = performance.now();
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('close', () => {
      const { code, gameId } = parsed(Buffer.concat(chunks).toString());
      resolve({
        code: response.complete ? (code ?? String(response.statusCode)) : 'none',
        ms: now - (sentAt ?? now),
        inAllMs: now - startedAt,
        gameId: response.statusCode === 200 ? (gameId ?? null) : null,
      });
    });
  });
  outgoing.end(bytes);
  return promise;
}

function parsed(text: string): { code?: string; gameId?: string } {
  try {
    return JSON.parse(text) as { code?: string; gameId?: string };
  } catch {
    return {};
  }
}

function withRequestId(body: Buffer): Buffer {
  const at = body.indexOf(REQUEST_ID);
  if (at < 0) return body;
  return Buffer.concat([body.subarray(0, at), Buffer.from(randomUUID()), body.subarray(at + REQUEST_ID.length)]);
}

carryOut(sendAll);
