// Waits until a name has as many addresses as there are to be ready pods, and for so many seconds at most.
import { resolve4, resolve6 } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';

const [name, count, seconds] = process.argv.slice(1);
const addresses = async () => {
  const found = await Promise.all([resolve4, resolve6].map((resolve) => resolve(name).catch(() => [])));
  return Math.max(...found.map(({ length }) => length));
};
const until = performance.now() + Number(seconds) * 1_000;
while ((await addresses()) < Number(count)) {
  if (performance.now() > until) {
    console.log(`${name} has fewer than ${count} ready pods after ${seconds} s: going on without them.`);
    break;
  }
  await pause(1_000);
}
