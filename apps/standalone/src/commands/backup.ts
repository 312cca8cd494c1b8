import { takeBackup } from '../backup/take-backup.js';
import { keptElsewhere } from './backup.config.js';
import { runCommand } from './run-command.js';

/** `npm run backup -- DIR`: copies the installation in DATA_DIR, which may be running, into a new folder. */
await runCommand({
  usage: 'npm run backup -- DIR, or npm run backup -- restore DIR',
  run: async (target, _, { config, signal }) => {
    const notIncluded = keptElsewhere(config);
    const { files } = await takeBackup({ dataDir: config.DATA_DIR, target, notIncluded, signal });
    const megabytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024 ** 2);
    const objects = files.filter(({ path }) => path.startsWith('objects/kept/')).length;
    console.log(
      `The backup in ${target} is complete: accounts, games and templates, ${objects} uploaded files, keys and passwords (${megabytes} MB).`,
    );
    for (const each of notIncluded) console.log(`Not in it: ${each}.`);
    console.log('It holds secrets: keep it where only you can read it.');
  },
});
