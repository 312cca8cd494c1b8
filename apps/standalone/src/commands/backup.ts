import { join } from 'node:path';
import { removeOldBackups } from '../backup/keep-newest.js';
import { takeBackup } from '../backup/take-backup.js';
import { takeFromServers } from '../backup/take-from-servers.js';
import { keptElsewhere, serversOf } from './backup.config.js';
import { runCommand } from './run-command.js';

/**
 * `npm run backup -- DIR`: copies the installation in DATA_DIR, or that of the servers that variables name, into a new
 * folder; it may be running. With `--keep N` into a folder of its time in DIR, of which the newest N are kept.
 */
await runCommand({
  usage: 'npm run backup -- [--keep N] DIR, or npm run backup -- restore DIR',
  numbers: ['keep'],
  run: async (folder, { numbers }, { config, signal }) => {
    const keep = numbers.get('keep');
    const target =
      keep === undefined ? folder : join(folder, new Date().toISOString().slice(0, 19).replaceAll(':', '-'));
    const notIncluded = keptElsewhere(config);
    const servers = await serversOf(config);
    const { files } = servers
      ? await takeFromServers({ servers, target, notIncluded, signal })
      : await takeBackup({ dataDir: config.DATA_DIR, target, notIncluded, signal });
    const megabytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024 ** 2);
    const objects = files.filter(({ path }) => path.startsWith('objects/kept/')).length;
    console.log(
      `The backup in ${target} is complete: accounts, games and templates, ${objects} uploaded files, keys and passwords (${megabytes} MB).`,
    );
    for (const each of notIncluded) console.log(`Not in it: ${each}.`);
    console.log('It holds secrets: keep it where only you can read it.');
    if (keep !== undefined)
      for (const removed of await removeOldBackups(folder, keep)) console.log(`Removed the older backup ${removed}.`);
  },
});
