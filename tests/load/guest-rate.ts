import { Agent, request } from 'node:http';
import { subjectOf } from './guests.js';
import { measure } from './measure.js';
import { timesOf } from './percentiles.js';

/** `--lanes` people at a time sign in as guests, each over a connection that is kept, for `--seconds` after a warm-up. */
await measure({ lanes: 64, seconds: 15, warmUp: 5 }, async ([url = ''], { lanes, seconds, warmUp }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const address = new URL('/api/identity/guest', url);
  const startedAt = performance.now();
  const [from, until] = [startedAt + warmUp * 1_000, startedAt + (warmUp + seconds) * 1_000];
  const times: number[] = [];
  const tokens: string[] = [];
  const lane = async () => {
    while (performance.now() < until) {
      const sentAt = performance.now();
      const token = await signIn(address, agent);
      const now = performance.now();
      if (sentAt < from || now > until) continue;
      times.push(now - sentAt);
      tokens.push(token);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  agent.destroy();
  const people = new Set(tokens.map(subjectOf)).size;
  if (people !== tokens.length) throw new Error(`${tokens.length} guests are ${people} people`);
  const answer = await fetch(`${url}/api/history`, { headers: { authorization: `Bearer ${tokens.at(-1)}` } });
  if (!answer.ok) throw new Error(`the token of a guest is answered ${answer.status}`);
  return { guests: people, perSecond: Math.round(people / seconds), signIn: timesOf(times) };
});

/** Without `fetch`, whose own work would be measured as well: client and server share the cores. */
function signIn(address: URL, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const sent = request(address, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => {
        const token = response.statusCode === 200 ? /"access_token":"([^"]+)"/.exec(text)?.[1] : undefined;
        if (token === undefined) reject(new Error(`${response.statusCode} ${text.slice(0, 300)}`));
        else resolve(token);
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end('{}');
  });
}
