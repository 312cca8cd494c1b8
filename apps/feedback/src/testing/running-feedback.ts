import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScreenshotUpload, submitFeedback, type RequestOf } from '@earworm/contracts';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { folderRoutes, OBJECTS, type ObjectStore } from '@earworm/service-kit/objects';
import { freshDatabase, patientBus } from '@earworm/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import express from 'express';
import { DataSource } from 'typeorm';
import type { FeedbackConfig } from '../feedback.config.js';
import { feedback } from '../feedback.module.js';
import { sweep } from '../screenshots/sweep.js';

export { enormousPng } from './pngs.js';

const log = createLog('feedback', { level: 'silent' });

/** Replicas of the service on one database and one store, and a browser that sends to them. */
export async function runFeedback(
  env: Record<string, string> = {},
  { replicas = 2, overrides = {} }: { replicas?: number; overrides?: Partial<FeedbackConfig> } = {},
) {
  const [database, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'earworm-feedback-'))]);
  const hub = createInProcessHub(log);
  const config = { ...feedback.load({ DATABASE_URL: database.url, DATA_DIR: folder, ...env }), ...overrides };
  const apps: INestApplication[] = [];
  // One after the other: the first makes the tables.
  for (let i = 0; i < replicas; i += 1) {
    const kit = makeKit({ name: 'feedback', bus: hub.connect(), log });
    const app = await NestFactory.create(feedback.module(kit, config), { logger: false, abortOnError: false });
    apps.push(await app.init());
  }
  const bus = patientBus(hub.connect());
  const server = express()
    .use(folderRoutes(join(folder, 'objects')))
    .listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    bus,
    origin,
    source: apps[0]!.get(DataSource),
    objects: apps[0]!.get<ObjectStore>(OBJECTS),
    submit: (userId: string, wish: Partial<RequestOf<typeof submitFeedback>> = {}) =>
      bus.call(
        submitFeedback,
        {
          ...{ feedbackId: randomUUID(), userId, userEmail: null, type: 'bug', gameVersion: '1.2.3', uploadId: null },
          ...{ title: 'The buzzer sticks', description: 'It stays down.', ...wish },
        },
        { timeoutMs: 20_000 },
      ),
    /** As a browser does it; resolves with the upload's id and the status of the answer. */
    async upload(userId: string, bytes: Buffer, fileName = 'My Shot (1).png', contentType = 'image/png') {
      const wish = { userId, fileName, contentType, size: bytes.length };
      const { uploadId, url, fields } = await bus.call(startScreenshotUpload, wish);
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(bytes)]), fileName);
      const response = await fetch(new URL(url, origin), { method: 'POST', body: form });
      await response.arrayBuffer();
      return { uploadId, status: response.status };
    },
    /** As if it were so late; how many objects went. */
    sweep: (now: number) => sweep(apps[0]!.get(DataSource), apps[0]!.get<ObjectStore>(OBJECTS), now),
    async close() {
      await Promise.all(apps.map((app) => app.close()));
      server.closeAllConnections();
      server.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type RunningFeedback = Awaited<ReturnType<typeof runFeedback>>;
