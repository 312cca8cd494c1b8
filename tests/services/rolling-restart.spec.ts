import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { readLog } from '../faults/logged.js';
import { startAgain } from '../faults/trouble.js';
import type { Child } from '../harness/child.js';
import { Services } from '../harness/services.js';
import { describeWithNats } from './support/describe-with-nats.js';
import { RecordedGames } from './support/recorded-games.js';

/** How long the longest wait was is judged by `npm run perf -- rolling-restart-pause`. */
describeWithNats('rolling restart while games are played', (nats) => {
  let services: Services;
  let games: RecordedGames;
  /** The gateways that a load balancer would send new connections to. */
  let ready: string[];

  beforeAll(async () => {
    services = await Services.start({ nats, gateways: 2, gameReplicas: 2, env: { DRAIN_MS: '500' } });
  });
  afterEach(() => games?.close());
  afterAll(() => services?.close());

  const play = async () => {
    ready = [...services.urls];
    games = await RecordedGames.start({ urls: services.urls, socketUrls: ready });
  };
  /** Stops these at once, each with exit code 0, and starts them again. */
  const replace = async (children: readonly Child[]) => {
    const codes = await Promise.all(children.map((child) => child.stop()));
    expect(codes).toEqual(children.map(() => 0));
    await Promise.all(children.map((child) => startAgain(child, (what) => void process.stderr.write(`${what}\n`))));
  };
  const nothingIsLost = async () => {
    await games.goOn();
    await games.areAnswered();
    await games.endWithoutFault(services.database.adminUrl);
  };

  /** Where a game was paused because its moderator seemed to be disconnected. */
  const pauses = async () => {
    const logged = await readLog(services.database.adminUrl, games.gameIds);
    return logged.flatMap(({ rows }) => rows.filter(({ event }) => event.type === 'deskDisconnected'));
  };

  it('replaces every gateway in turn without losing a command or pausing a game', async () => {
    await play();
    for (const gateway of services.gateways) {
      ready.splice(ready.indexOf(gateway.url), 1);
      await replace([gateway]);
      ready.push(gateway.url);
      await games.goOn();
    }
    expect(await pauses()).toEqual([]);
    await nothingIsLost();
  });

  it('replaces every game process in turn without losing a command', async () => {
    await play();
    for (const game of services.games) {
      await replace([game]);
      await games.goOn();
    }
    await nothingIsLost();
  });

  it('replaces identity, library and rate limiter at once without losing a command', async () => {
    await play();
    await replace(services.others);
    await nothingIsLost();
  });
});
