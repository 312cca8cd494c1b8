import { Client, PostPolicy, S3Error } from 'minio';
import type { Logger } from 'pino';
import { boundedAgent } from './bounded-agent.js';
import { minioSpace } from './minio-space.js';
import { ObjectsAwayError, type ObjectStore, ObjectTooLargeError, requireKey } from './port.js';
import { readAtMost } from './read-at-most.js';
import { withTimeout } from '../resilience/index.js';

export interface MinioOptions {
  /** As this process reaches the server, and as browsers do: signatures are made for the latter's host. */
  readonly endpoint: string;
  readonly publicEndpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly region: string;
  readonly log?: Logger;
}

const WITHIN_MS = 5_000;
const NOT_THERE = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket']);

function clientOf(endpoint: string, { accessKey, secretKey, region }: MinioOptions): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    // Known from the start, so that signing asks the server nothing.
    region,
    pathStyle: true,
    retryOptions: { disableRetry: true },
    transportAgent: boundedAgent(useSSL, WITHIN_MS),
  });
}

/** Objects in one bucket of a MinIO, or of another S3 server; the bucket is made when it is not there. */
export function minioObjects(options: MinioOptions): ObjectStore {
  const { bucket, region, log } = options;
  const own = clientOf(options.endpoint, options);
  const publicly = clientOf(options.publicEndpoint, options);

  let made: Promise<void> | null = null;
  const makeBucket = async () => {
    if (await own.bucketExists(bucket)) return;
    await own.makeBucket(bucket, region).catch((error: unknown) => {
      // Another replica was quicker.
      if (!(error instanceof S3Error) || error.code !== 'BucketAlreadyOwnedByYou') throw error;
    });
    log?.info({ bucket }, 'made the bucket');
  };
  /** Tried again by the next call after a failure. */
  const withBucket = () => (made ??= makeBucket().catch((error: unknown) => ((made = null), Promise.reject(error))));

  async function reach<T>(work: () => Promise<T>, key?: string): Promise<T> {
    if (key !== undefined) requireKey(key);
    try {
      return await withTimeout(WITHIN_MS, () => withBucket().then(work));
    } catch (error) {
      if (error instanceof ObjectTooLargeError) throw error;
      // Somebody took the bucket away: the next one makes it again.
      if (error instanceof S3Error && error.code === 'NoSuchBucket') made = null;
      throw new ObjectsAwayError('the object store cannot be reached', { cause: error });
    }
  }
  const orNull = (error: unknown): null => {
    if (error instanceof S3Error && NOT_THERE.has(error.code ?? '')) return null;
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
      // A browser cannot put into a bucket that is not there; when the server is away it will find out by itself.
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
        throw new ObjectsAwayError('the object store cannot be reached', { cause: error });
      }
    },
    check: () => reach(async () => void (await own.bucketExists(bucket))),
    space: () => minioSpace(options, WITHIN_MS),
  };
}
