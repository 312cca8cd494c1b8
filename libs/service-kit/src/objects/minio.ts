import { Client, PostPolicy, S3Error } from 'minio';
import type { Logger } from 'pino';
import { ObjectStoreUnavailableError, type ObjectStore, ObjectTooLargeError, requireKey } from './port.js';
import { withTimeout } from '../resilience/index.js';
import { codesOf, describeTlsError } from '../tls-failure.js';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import type { Space } from '@earworm/contracts';
import { SignJWT } from 'jose';

export interface MinioOptions {
  /** Internal and public address; URLs are signed for the public one. */
  readonly endpoint: string;
  readonly publicEndpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly region: string;
  readonly log?: Logger;
}

const WITHIN_MS = 5_000;
const NOT_FOUND = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket']);

/** Answers of S3 to wrong keys, or to right ones that may not use the bucket. */
const REFUSED = /^(AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch)$/;

function describeObjectStoreError(error: unknown): string {
  const [code = ''] = codesOf(error);
  if (REFUSED.test(code))
    return `it refuses the keys (${code}): check MINIO_ACCESS_KEY and MINIO_SECRET_KEY, and what they may do in the bucket`;
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'the host of MINIO_ENDPOINT is not known';
  const isAnswer = error instanceof S3Error;
  if (isAnswer && code === '') return 'it does not answer as S3: check the port and the scheme of MINIO_ENDPOINT';
  return describeTlsError(error) ?? (isAnswer ? `it answers ${code}` : 'it cannot be reached');
}

function clientOf(endpoint: string, { accessKey, secretKey, region }: MinioOptions): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region,
    pathStyle: true,
    retryOptions: { disableRetry: true },
    ...transportWithin(useSSL, WITHIN_MS),
  });
}

export function minioObjects(options: MinioOptions): ObjectStore {
  const { bucket, region, log } = options;
  const own = clientOf(options.endpoint, options);
  const publicly = clientOf(options.publicEndpoint, options);

  let made: Promise<void> | null = null;
  const makeBucket = async () => {
    if (await own.bucketExists(bucket)) return;
    await own.makeBucket(bucket, region).catch((error: unknown) => {
      if (!(error instanceof S3Error) || error.code !== 'BucketAlreadyOwnedByYou') throw error;
    });
    log?.info({ bucket }, 'created the bucket');
  };
  const withBucket = () => (made ??= makeBucket().catch((error: unknown) => ((made = null), Promise.reject(error))));

  async function reach<T>(work: () => Promise<T>, key?: string): Promise<T> {
    if (key !== undefined) requireKey(key);
    try {
      return await withTimeout(WITHIN_MS, () => withBucket().then(work));
    } catch (error) {
      if (error instanceof ObjectTooLargeError) throw error;
      // The bucket was deleted; create it again.
      if (error instanceof S3Error && error.code === 'NoSuchBucket') made = null;
      throw new ObjectStoreUnavailableError(describeObjectStoreError(error), { cause: error });
    }
  }
  const orNull = (error: unknown): null => {
    if (error instanceof S3Error && NOT_FOUND.has(error.code ?? '')) return null;
    throw error;
  };
  const factsOf = async (key: string) => {
    const found = await own.statObject(bucket, key).catch(orNull);
    if (found === null) return null;
    const contentType: unknown = found.metaData['content-type'];
    return {
      size: found.size,
      contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
      modifiedAt: found.lastModified.getTime(),
    };
  };

  return {
    async presignUpload({ key, contentType, maxBytes, expiresInS }) {
      // The bucket must exist before the browser posts to it.
      await reach(() => Promise.resolve()).catch(() => undefined);
      const policy = new PostPolicy();
      policy.setBucket(bucket);
      policy.setKey(requireKey(key));
      policy.setContentType(contentType);
      policy.setContentLengthRange(1, maxBytes);
      policy.setExpires(new Date(Date.now() + expiresInS * 1_000));
      const { postURL, formData } = await publicly.presignedPostPolicy(policy);
      const fields = Object.entries(formData).map(([name, value]) => [name, String(value)] as const);
      return { url: postURL, fields: Object.fromEntries(fields) };
    },
    presignDownload(key, { expiresInS, fileName }) {
      const headers =
        fileName === undefined ? undefined : { 'response-content-disposition': `attachment; filename="${fileName}"` };
      return publicly.presignedGetObject(bucket, requireKey(key), expiresInS, headers);
    },
    put: (key, bytes, contentType) =>
      reach(async () => {
        await own.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': contentType });
      }, key),
    get: (key, maxBytes) =>
      reach(async () => {
        const facts = await factsOf(key);
        if (facts === null) return null;
        if (facts.size > maxBytes) throw new ObjectTooLargeError(`${facts.size} bytes`);
        const stream = await own.getObject(bucket, key).catch(orNull);
        return stream === null ? null : { ...facts, bytes: await readAtMost(stream, maxBytes) };
      }, key),
    stat: (key) => reach(() => factsOf(key), key),
    remove: (key) => reach(() => own.removeObject(bucket, key), key),
    async *list(prefix) {
      await reach(() => Promise.resolve());
      try {
        for await (const item of own.listObjectsV2(bucket, prefix, true)) {
          const { name, size, lastModified } = item as { name?: string; size: number; lastModified?: Date };
          if (name !== undefined) yield { key: name, size, modifiedAt: lastModified?.getTime() ?? 0 };
        }
      } catch (error) {
        throw new ObjectStoreUnavailableError(describeObjectStoreError(error), { cause: error });
      }
    },
    check: () => reach(async () => void (await own.bucketExists(bucket))),
    space: () => minioSpace(options, WITHIN_MS),
  };
}

const MAX_SOCKETS = 32;

/** Ends requests whose server stays silent for so long: the client has no timeout. A long upload may take longer. */
function transportWithin(useSSL: boolean, withinMs: number) {
  const { Agent, request } = useSSL ? https : http;
  const bounded = (options: http.RequestOptions, onResponse?: (response: http.IncomingMessage) => void) => {
    const sent = request({ ...options, timeout: withinMs }, onResponse);
    return sent.on('timeout', () => sent.destroy(new Error('no answer')));
  };
  return {
    transport: { request: bounded as typeof http.request },
    transportAgent: new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  };
}

async function readAtMost(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > maxBytes) {
      stream.destroy();
      throw new ObjectTooLargeError(`more than ${maxBytes} bytes`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const TOTAL = 'minio_cluster_capacity_usable_total_bytes';
const FREE = 'minio_cluster_capacity_usable_free_bytes';

interface Server {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** From MinIO's metrics (token as by `mc admin prometheus generate`). Null for other S3 servers. */
async function minioSpace({ endpoint, accessKey, secretKey }: Server, withinMs: number): Promise<Space | null> {
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
