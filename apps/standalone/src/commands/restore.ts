import { restoreBackup } from '../backup/restore-backup.js';
import { runCommand } from './run-command.js';

/** `npm run backup -- restore DIR [--move-old-data]`: copies a backup into DATA_DIR, which no installation uses. */
await runCommand({
  usage: 'npm run backup -- restore DIR [--move-old-data]',
  flags: ['move-old-data'],
  run: async (source, flags, { config, signal }) => {
    const moveOldData = flags.has('move-old-data');
    const { manifest, oldData } = await restoreBackup({ source, dataDir: config.DATA_DIR, moveOldData, signal });
    console.log(`${config.DATA_DIR} is as it was on ${manifest.takenAt}: start it with npm start.`);
    if (oldData !== null) console.log(`The data that was there is in ${oldData}.`);
    for (const each of manifest.notIncluded) console.log(`Not in the backup: ${each}.`);
  },
});
