import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigError } from '@earworm/service-kit/config';
import { AdminApi, RealmError } from './admin-api.js';
import { replaceFormerPassword } from './former-password.js';
import { reached } from './reached.js';
import { loadSyncConfig } from './sync.config.js';
import { syncRealm } from './sync-realm.js';

/** `npm run keycloak -- sync [--dry-run --adopt --former-password-file PATH --secret-file PATH --wait-seconds N]` */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      adopt: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      'former-password-file': { type: 'string' },
      'secret-file': { type: 'string' },
      'wait-seconds': { type: 'string', default: '0' },
    },
  });
  const dryRun = values['dry-run'];
  const { admin, settings } = loadSyncConfig(process.env);
  await reached(admin, Number(values['wait-seconds']));
  const former = values['former-password-file'];
  if (former !== undefined && !dryRun && (await replaceFormerPassword(admin, former)))
    console.log("The administrator's password was replaced.");
  const { changes, newClientSecret } = await syncRealm(new AdminApi(admin), settings, {
    adopt: values.adopt,
    dryRun,
    report: (line) => console.log(line),
  });
  console.log(
    changes === 0
      ? `Realm ${settings.realm}: nothing to change.`
      : `Realm ${settings.realm}: ${changes} ${changes === 1 ? 'change' : 'changes'}${dryRun ? ', none of them made' : ''}.`,
  );
  if (newClientSecret === null) return;
  const show = () =>
    console.log(`\nFor the identity service; it is not shown again:\nKEYCLOAK_CLIENT_SECRET=${newClientSecret}`);
  const file = values['secret-file'];
  if (file === undefined) return show();
  try {
    await writeFile(file, `${newClientSecret}\n`, { mode: 0o600 });
  } catch (error) {
    // The realm exists by now, and the next run finds a secret there.
    show();
    const { code } = error as NodeJS.ErrnoException;
    throw new RealmError(`The secret could not be written to ${file} (${code}): it is shown above.`);
  }
  console.log(`The client secret is in ${file}: KEYCLOAK_CLIENT_SECRET_FILE=${file}`);
}

main().catch((error: unknown) => {
  console.error(
    error instanceof ConfigError
      ? error.problems.map(({ variable, reason }) => `${variable} ${reason}`).join('; ')
      : error instanceof RealmError || (error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? (error as Error).message
        : error,
  );
  process.exitCode = 1;
});
