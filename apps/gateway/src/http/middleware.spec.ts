import { connect, type Socket } from 'node:net';
import { eventually } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const PER_TURN = 8;
const SERVED = '/realms/earworm';
/** A path that is no route. */
const REFUSED = '/api/unknown';

describe('requests that arrive together', () => {
  let gateway: RunningGateway;
  let client: Socket;
  let turn: number;
  let counting: NodeJS.Immediate;
  /** In which turn of the event loop each served request was begun. */
  let begunIn: number[];

  beforeEach(async () => {
    [turn, begunIn] = [0, []];
    const countTurns = () => {
      turn++;
      counting = setImmediate(countTurns);
    };
    countTurns();
    gateway = await runGateway(
      {},
      {
        realms: (_request, response) => {
          begunIn.push(turn);
          response.end();
        },
      },
    );
    client = connect(gateway.port, '127.0.0.1');
    client.on('error', () => undefined);
  });
  afterEach(async () => {
    clearImmediate(counting);
    client.destroy();
    await gateway.close();
  });

  /** One write, so that the gateway reads all in one turn. */
  const ask = (...paths: readonly string[]) =>
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\n\r\n`).join(''));
  const times = (count: number, path: string) => Array.from({ length: count }, () => path);
  const turnsAfterFirst = () => begunIn.map((at) => at - (begunIn[0] ?? 0));

  it('begin eight in one turn of the event loop, in their order', async () => {
    ask(...times(2 * PER_TURN + 1, SERVED));
    await eventually(() => expect(begunIn).toHaveLength(2 * PER_TURN + 1));
    expect(turnsAfterFirst()).toEqual([...Array(PER_TURN).fill(0), ...Array(PER_TURN).fill(1), 2]);
  });

  it('take their turns also where they are refused', async () => {
    ask(SERVED, ...times(3 * PER_TURN - 1, REFUSED), SERVED);
    await eventually(() => expect(begunIn).toHaveLength(2));
    expect(turnsAfterFirst()).toEqual([0, 3]);
  });
});
