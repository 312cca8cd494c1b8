import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { BareGames } from './bare-games.js';
import { BareLog } from './bare-log.js';
import { answerHttp } from './http.js';
import { takeSockets } from './sockets.js';

/**
 * The floor under the product's figures: the same path by the same rules (buzz → log in Postgres → every socket of the
 * game) in one bare process, with no sign-in, checking, limits, retries, resuming, metrics or second service. Not part
 * of the product: it measures what the machine can do, so that figures can be judged as ratios of one run.
 */
const { values } = parseArgs({ options: { port: { type: 'string' }, 'data-dir': { type: 'string' } } });
const postgres = await startEmbeddedPostgres({ dir: values['data-dir'] ?? '' });
const log = await BareLog.open(postgres.url);
const games = new BareGames(log);
const server = createServer((request, response) => answerHttp(games, request, response));
takeSockets(server, games, log);
server.listen(Number(values.port), () => console.log(`Earworm is ready: http://localhost:${values.port}`));

process.once('SIGTERM', () => {
  void log
    .close()
    .then(() => postgres.stop())
    .then(() => process.exit(0));
});
