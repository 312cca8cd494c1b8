// node overridden-service.mjs APP JSON: a built service with values that no variable sets, and in `healthLogMs` how often it
// logs its health.
import { startService } from '@earworm/service-kit/bootstrap';

const [app, json] = process.argv.slice(2);
const { healthLogMs, ...overrides } = JSON.parse(json);
const built = await import(`../../apps/${app}/dist/${app}.module.js`);
const definition = app === 'identity' ? built.identity() : built[app === 'rate-limit' ? 'rateLimit' : app];

await startService({
  ...definition,
  load: (env) => ({ ...definition.load(env), ...overrides }),
  healthLogMs,
});
