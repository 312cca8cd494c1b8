import { readFile } from 'node:fs/promises';
import { checkEvidence, shownEnd } from '@earworm/rules';

/** More than any game has. */
const BYTES_MAX = 64 * 1024 * 1024;

/** `npm run verify -- FILE`. The exit code is 1 when something does not fit, and 2 when it is called wrongly. */
async function main([path, ...more]: readonly string[]): Promise<number> {
  if (path === undefined || more.length > 0) {
    console.error('usage: npm run verify -- FILE');
    return 2;
  }
  const text = await readFile(path).catch((error: NodeJS.ErrnoException) => error);
  if (!Buffer.isBuffer(text) || text.length > BYTES_MAX) {
    console.error(Buffer.isBuffer(text) ? `${path} is too large.` : `${path} cannot be read: ${text.code}.`);
    return 2;
  }
  const { end, problems } = checkEvidence(text.toString('utf8'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 || end === null) return 1;
  console.log('Every order and all scores follow from the buzzes and verdicts in this file.');
  console.log(`Compare its end with what phones showed after the game: ${shownEnd(end)}`);
  console.log(end);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
