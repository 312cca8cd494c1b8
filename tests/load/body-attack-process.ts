import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { AttackRequest, AttackDone } from './body-attack.js';

/** Open requests of an attack that does not wait for answers; a real one has its limits, too. */
const MOST_OPEN = 2_000;
const TICK_MS = 10;

interface Body {
  readonly bytes: Buffer;
  readonly headers?: Record<string, string>;
}

/** The space after `{` keeps any short cut from comparing it with what JSON.stringify writes. */
const distinct = (count: number): Buffer =>
  Buffer.from(`{ ${Array.from({ length: count }, (_, i) => `"${i.toString(36).padStart(6, '0')}":1`).join()}}`);
const repeated = Buffer.from(`{ "x":[${Array(31_000).fill('{"a":1}').join()}]}`);
/** The most keys that are parsed, for the schema to refuse. */
const longest = Buffer.from(`{ "x":[${Array(19).fill(distinct(999)).join()}]}`);
const BODIES: Record<AttackRequest['attack'], readonly Body[]> = {
  errors: [
    { bytes: gzipSync(repeated), headers: { 'content-encoding': 'gzip' } },
    { bytes: distinct(1_489) },
    { bytes: Buffer.from(`{"errors":[${Array(5_000).fill('{}').join()}]}`) },
    { bytes: repeated },
  ],
  save: [{ bytes: distinct(1_489) }, { bytes: repeated }, { bytes: longest }],
};

async function attack({ url, address, attack, perSecond, connections, forMs }: AttackRequest): Promise<AttackDone> {
  const forwarded = { 'x-forwarded-for': address };
  const guest = await fetch(`${url}/api/identity/guest`, {
    method: 'POST',
    body: '{}',
    headers: { ...forwarded, 'content-type': 'application/json' },
  });
  const { access_token: token } = (await guest.json()) as { access_token: string };
  const path = attack === 'errors' ? '/api/telemetry/errors' : '/api/templates/attacked-template/save';
  const headers = { ...forwarded, ...(attack === 'save' ? { authorization: `Bearer ${token}` } : {}) };
  const agent = new Agent({ keepAlive: true, maxSockets: perSecond === null ? connections : Infinity });
  const answers: Record<string, number> = {};
  const [startedAt, bodies] = [performance.now(), BODIES[attack]];
  let [sent, open] = [0, 0];
  const isOver = () => performance.now() - startedAt >= forMs;

  const send = () =>
    new Promise<void>((resolve) => {
      const body = bodies[sent++ % bodies.length] as Body;
      open += 1;
      let status = 'none';
      const done = () => {
        open -= 1;
        answers[status] = (answers[status] ?? 0) + 1;
        resolve();
      };
      const outgoing = request(`${url}${path}`, {
        ...{ method: 'POST', agent },
        headers: {
          'content-type': 'application/json',
          'content-length': body.bytes.length,
          ...headers,
          ...body.headers,
        },
      });
      outgoing.on('response', (answer) => {
        status = String(answer.statusCode);
        answer.resume();
      });
      outgoing.on('error', () => undefined);
      outgoing.on('close', done);
      outgoing.end(body.bytes);
    });

  if (perSecond === null) {
    const loop = async () => {
      while (!isOver()) await send();
    };
    await Promise.all(Array.from({ length: connections }, loop));
  } else {
    while (!isOver()) {
      const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
      while (sent < due && open < MOST_OPEN) void send();
      await pause(TICK_MS);
    }
  }
  agent.destroy();
  return { sent, answers };
}

process.once('message', (order: AttackRequest) => {
  void attack(order).then((done) => process.send?.(done));
});
