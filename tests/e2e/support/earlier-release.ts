import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RULES } from '@earworm/rules';
import { ROOT } from '../../harness/root.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';

/** Names that the build has given to scripts; those of another release are others. */
const HASHED = /([\w-]+-[\w-]{8})\.js\b/g;
/** The build has put the number in place of its name, or declares it. */
const NUMBER = new RegExp(`\\b(RULES\\s*=\\s*|rules:\\s*|\\.rules\\s*[><=!]+\\s*)${RULES}\\b`, 'g');
/** What the build has compressed would not be what it is changed to. */
const isPlain = (path: string) => !/\.(?:br|gz|map)$/.test(path);

async function change(folder: string, by: (text: string) => string): Promise<boolean> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(?:js|html|css)$/.test(file));
  const changes = files.map(async (file) => {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, by(text));
    return by(text) !== text;
  });
  return (await Promise.all(changes)).includes(true);
}

/** A copy of this build, pages and server, with rules that are one older. Returns its folder. */
export async function earlierRelease(): Promise<string> {
  const root = await temporaryFolder('earlier-release');
  const [server, pages] = ['standalone', 'web'].map((app) => join('apps', app, 'dist')) as [string, string];
  for (const dist of [server, pages])
    await cp(join(ROOT, dist), join(root, dist), { recursive: true, filter: isPlain });
  for (const same of ['node_modules', join('apps', 'library')]) await symlink(join(ROOT, same), join(root, same));
  await cp(join(ROOT, 'package.json'), join(root, 'package.json'));
  const isOlder = (text: string) => text.replace(NUMBER, `$1${RULES - 1}`);
  const areOlder = [await change(join(root, server), isOlder), await change(join(root, pages), isOlder)];
  if (areOlder.includes(false)) throw new Error('the build has no rules to make older');
  await change(join(root, pages), (text) => text.replace(HASHED, 'earlier-$1.js'));
  const assets = join(root, pages, 'assets');
  for (const file of await readdir(assets))
    if (new RegExp(`^${HASHED.source}$`).test(file)) await cp(join(assets, file), join(assets, `earlier-${file}`));
  return root;
}
