import { startEmbeddedPostgres } from '@earworm/service-kit/postgres';
for (let i = 0; i < 3; i++) {
  const t = performance.now();
  const p = await startEmbeddedPostgres({ dir: process.argv[2] });
  const u = performance.now();
  await p.stop();
  console.log('start', Math.round(u - t), 'stop', Math.round(performance.now() - u));
}
