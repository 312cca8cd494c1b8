import { randomUUID } from 'node:crypto';
import { lookAtShowStage, lookAtStandings, RefusedError } from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const SHOW = randomUUID();
const RANKED = { kind: 'players', counting: 'points', total: 1, rounds: 1 } as const;
const SHOWN = { name: 'Quiz night', ...RANKED, frozenAt: null, reveal: null };
const ENTRY = { rank: 1, before: null, name: 'Ann K.', value: 100 };

describe('standings by a link', () => {
  let gateway: RunningGateway;
  let asked: string[];

  beforeEach(async () => {
    gateway = await runGateway();
    asked = [];
    const check = (key: string) => {
      asked.push(key);
      if (key !== 'right') throw new RefusedError('standings-link-unknown');
    };
    gateway.bus.serve(lookAtStandings, ({ key }) => {
      check(key);
      return { ...SHOWN, entries: [ENTRY] };
    });
    gateway.bus.serve(lookAtShowStage, ({ key }) => {
      check(key);
      return { ...SHOWN, entries: [], publicKey: null };
    });
  });
  afterEach(() => gateway.close());

  const look = (what: 'standings' | 'stage', key: string) =>
    requestJson(gateway, `/api/events/${SHOW}/${what}/look`, { body: { key } });

  it('asks the service once for all phones of a hall, which need no token', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => look('standings', 'right')));
    for (const answer of answers) expect(answer).toMatchObject([200, { entries: [ENTRY] }]);
    expect(asked).toEqual(['right']);
  });

  it('refuses a wrong key, also after the answer to a right one was kept', async () => {
    await look('standings', 'right');
    for (const what of ['standings', 'stage'] as const)
      expect(await look(what, 'wrong')).toMatchObject([404, { code: 'standings-link-unknown' }]);
  });

  it('passes the key of a link to the stage on', async () => {
    expect(await look('stage', 'right')).toMatchObject([200, { name: 'Quiz night' }]);
  });
});
