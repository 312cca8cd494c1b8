import type { Space } from '@earworm/contracts';
import { SignJWT } from 'jose';

const TOTAL = 'minio_cluster_capacity_usable_total_bytes';
const FREE = 'minio_cluster_capacity_usable_free_bytes';

interface Server {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** From MinIO's metrics (token as by `mc admin prometheus generate`). Null for other S3 servers. */
export async function minioSpace({ endpoint, accessKey, secretKey }: Server, withinMs: number): Promise<Space | null> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS512', typ: 'JWT' })
    .setSubject(accessKey)
    .setIssuer('prometheus')
    .setExpirationTime('1m')
    .sign(new TextEncoder().encode(secretKey));
  const response = await fetch(new URL('/minio/v2/metrics/cluster', endpoint), {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(withinMs),
  });
  const text = await response.text();
  if (!response.ok) return null;
  const valueOf = (metric: string) => {
    const found = new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  const [totalBytes, free] = [valueOf(TOTAL), valueOf(FREE)];
  return totalBytes === null || free === null ? null : { usedBytes: totalBytes - free, totalBytes };
}
