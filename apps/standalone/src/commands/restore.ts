import { restoreBackup } from '../backup/restore-backup.js';
import { restoreIntoServers } from '../backup/restore-into-servers.js';
import { serversOf } from './backup.config.js';
import { loadPrepareConfig } from './prepare-database.config.js';
import { prepareSchemas } from './prepare-schemas.js';
import { runCommand } from './run-command.js';

/**
 * `npm run backup -- restore DIR [--move-old-data]`: copies a backup into DATA_DIR, or into the servers that variables
 * name. No installation uses them meanwhile; `--wait-seconds N` waits until none does.
 */
await runCommand({
  usage: 'npm run backup -- restore DIR [--move-old-data]',
  flags: ['move-old-data'],
  numbers: ['wait-seconds'],
  run: async (source, { flags, numbers }, { config, signal }) => {
    const moveOldData = flags.has('move-old-data');
    const servers = await serversOf(config);
    if (servers) {
      const prepareConfig = loadPrepareConfig(process.env);
      const { manifest, oldData } = await restoreIntoServers({
        ...{ servers, source, moveOldData, signal },
        unusedWithinMs: (numbers.get('wait-seconds') ?? 0) * 1_000,
        prepare: (url, migrationsOf) =>
          prepareSchemas({ ...prepareConfig, DATABASE_URL: url }, () => undefined, migrationsOf),
      });
      console.log(`The servers have the data of ${manifest.takenAt}: start the services.`);
      for (const name of oldData) console.log(`What was there is in the database ${name}: drop it when all is well.`);
      for (const each of manifest.notIncluded) console.log(`Not in the backup: ${each}.`);
      return;
    }
    const { manifest, oldData } = await restoreBackup({ source, dataDir: config.DATA_DIR, moveOldData, signal });
    console.log(`${config.DATA_DIR} is as it was on ${manifest.takenAt}: start it with npm start.`);
    if (oldData !== null) console.log(`The data that was there is in ${oldData}.`);
    for (const each of manifest.notIncluded) console.log(`Not in the backup: ${each}.`);
  },
});
