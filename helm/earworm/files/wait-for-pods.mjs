// Waits until a name has as many addresses as there are to be ready pods, and for so many seconds at most.
import { lookup } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';

const [name, count, seconds] = process.argv.slice(1);
// Not `resolve4`: it does not complete a name with the pod's search domains.
const addresses = async () => {
  const found = await lookup(name, { all: true }).catch(() => []);
  return Math.max(...[4, 6].map((version) => found.filter(({ family }) => family === version).length));
};
const until = performance.now() + Number(seconds) * 1_000;
while ((await addresses()) < Number(count)) {
  if (performance.now() > until) {
    console.log(`${name} has fewer than ${count} ready pods after ${seconds} s: going on without them.`);
    break;
  }
  await pause(1_000);
}
