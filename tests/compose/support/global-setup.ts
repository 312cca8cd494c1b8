import { dockerVersion } from '../../harness/docker-run.js';
import { run, startProduct } from './product.js';

/** One product for all specs; without a Docker engine they say that they did not run. */
export default async function setUp(): Promise<void> {
  const hasPlugins = () =>
    Promise.all(['compose', 'buildx'].map((plugin) => run('docker', [plugin, 'version']))).then(
      () => true,
      () => false,
    );
  if ((await dockerVersion()) !== undefined && (await hasPlugins())) await startProduct();
}
