import { getHeapSpaceStatistics } from 'node:v8';

/** Loaded into a server by `--import`: prints what is in use of its old space, garbage included, in bytes. */
const EVERY_MS = 250;
const SPACES = new Set(['old_space', 'large_object_space']);

setInterval(() => {
  const used = getHeapSpaceStatistics()
    .filter(({ space_name: name }) => SPACES.has(name))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
  console.log(`old space ${used}`);
}, EVERY_MS).unref();
