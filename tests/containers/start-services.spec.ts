/// <reference lib="dom" />
import { rm } from 'node:fs/promises';
import { RefusedError } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { dockerVersion } from '../harness/docker-run.js';
import { lastingPort } from '../harness/ports.js';
import { copyPreparedData, FIRST_ADMIN } from '../harness/prepared-data.js';
import { processesOn } from '../harness/processes-on.js';
import { launchByCommand, type LaunchedByCommand } from '../harness/product.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { startContainer, type TestServer } from '../harness/test-servers.js';
import { newRegisteredUser, signedIn } from '../e2e/support/members.js';
import { moderatorOf } from '../e2e/support/moderator.js';
import { uniqueWord } from '../e2e/support/prepared-template.js';
import { testOn } from '../e2e/support/test.js';

const SERVICES = ['gateway', 'game', 'identity', 'library', 'rate-limit', 'telemetry', 'feedback', 'shows'];
const LIFETIME_S = 5;
const START_WITHIN_MS = 180_000;
const COMPUTER = { viewport: { width: 1280, height: 800 } };

const canRun = (await dockerVersion()) !== undefined;
if (!canRun) console.warn('not run: the services as separate processes need a Docker engine');

/** When the token ends that a page has kept, s since the epoch. */
const tokenEndsAt = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { access } = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as { access?: string };
    return (JSON.parse(atob(access?.split('.')[1] ?? btoa('{}'))) as { exp?: number }).exp ?? 0;
  });

(canRun ? describe : describe.skip)('npm run services', () => {
  let dataDir = '';
  let minio: TestServer;
  let launched: LaunchedByCommand | undefined;
  let url = '';
  const test = testOn(() => ({ url, dataDir }));

  beforeAll(async () => {
    dataDir = await temporaryFolder('start-services');
    await copyPreparedData(dataDir);
    // One that is started by the command would keep its data.
    minio = await startContainer('minio');
    const { origin, username, password } = new URL(minio.url);
    launched = launchByCommand({
      command: 'services',
      env: {
        DATA_DIR: dataDir,
        PORT: String(await lastingPort()),
        HOST: '127.0.0.1',
        PUBLIC_URL: '',
        NATS_URL: '',
        REDIS_URL: '',
        DATABASE_URL: '',
        MINIO_ENDPOINT: origin,
        MINIO_ACCESS_KEY: username,
        MINIO_SECRET_KEY: password,
        USER_TOKEN_SECONDS: String(LIFETIME_S),
        // A connection that is not renewed ends soon after its token.
        TOKEN_GRACE_MS: '3000',
      },
    });
    url = await launched.url(START_WITHIN_MS);
  }, START_WITHIN_MS);
  afterAll(async () => {
    launched?.signal('SIGINT');
    const code = await launched?.exited;
    await minio?.stop();
    const left = await processesOn(dataDir);
    await rm(dataDir, { recursive: true, force: true });
    expect({ code, left }).toEqual({ code: 0, left: [] });
  }, START_WITHIN_MS);

  test('an account stays signed in and moderates its game over three lifetimes of its token', async (scene) => {
    const member = await newRegisteredUser(url, 'Ruth');
    const ruth = moderatorOf(await scene.arrive('Ruth', { ...COMPUTER, signedInAs: member }));
    const { person } = ruth;
    await ruth.createGame('Try the starter quiz');
    await ruth.start();
    const firstEndsAt = await tokenEndsAt(person.page);
    expect(firstEndsAt).toBeGreaterThan(0);
    const hasRenewedThrice = async () =>
      expect(await tokenEndsAt(person.page)).toBeGreaterThan(firstEndsAt + 3 * LIFETIME_S);
    await eventually(hasRenewedThrice, 60_000);
    await ruth.pickAny();
    await person.page.goto('/game-history');
    await person.page.getByRole('heading', { name: 'Game History' }).waitFor();
    // The one that she came with is over.
    await expect(member.http.call('history', {})).rejects.toThrow(RefusedError);
  });

  test('the page of the identity provider signs a user in and sends them back with a code', async (scene) => {
    const { account } = await newRegisteredUser(url, 'Ruth');
    const { page } = await scene.arrive('Ruth', COMPUTER);
    await page.goto('/');
    const left = page.waitForURL('**/realms/earworm/**');
    await page.evaluate(() => {
      const challenge = btoa('a'.repeat(32)).replace(/=/g, '').slice(0, 43);
      const query = new URLSearchParams({
        client_id: 'earworm-web',
        redirect_uri: `${location.origin}/`,
        state: 's',
        nonce: 'n',
        scope: 'openid',
        response_type: 'code',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      location.assign(`/realms/earworm/protocol/openid-connect/auth?${query}`);
    });
    await left;
    await page.getByLabel('Email').fill(account?.email ?? '');
    await page.getByLabel('Password').fill(account?.password ?? '');
    const back = page.waitForRequest((request) => request.url().startsWith(`${url}/?code=`));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await back;
  });

  test('feedback with a screenshot, analytics and live operations work', async (scene) => {
    const title = uniqueWord('Louder');
    const hosts = [new URL(minio.url).hostname];
    const pia = await scene.guest('Pia', { hosts });
    await pia.page.goto('/');
    await pia.button('Send Feedback').click();
    const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Description').fill('Please!');
    await form.getByRole('button', { name: 'Capture this page' }).click();
    await form.getByTestId('redact').getByRole('img').waitFor();
    await form.getByRole('button', { name: 'Send Feedback' }).click();
    await form.waitFor({ state: 'detached' });
    const game = await scene.game({ players: ['Ada'] });

    const signedInAs = await signedIn(url, FIRST_ADMIN);
    const ada = await scene.arrive('Admin', { ...COMPUTER, hosts, signedInAs });
    const { page } = ada;
    await page.goto('/admin/feedback');
    await ada.button(`Open ${title}`).click();
    const picture = page.getByRole('img', { name: `Screenshot of ${title}` });
    await picture.waitFor();
    await picture.evaluate((image: HTMLImageElement) => image.decode());

    await page.goto('/admin/operations');
    // A machine whose disk is nearly full shows the services that fill it as degraded, with every other check ok.
    const failing = page.locator('[data-look]:not([data-look="ok"])', { hasNotText: /space|free/ });
    const working = page.locator('li:is([data-look="ok"], [data-look="degraded"])', { hasNot: failing });
    for (const name of SERVICES) await working.filter({ hasText: name }).first().waitFor();
    await page.getByRole('link', { name: `Observe ${game.code} (read-only)` }).waitFor();

    await page.goto('/analytics');
    await eventually(async () => {
      await page.reload();
      const seats = page.getByTestId('total-seats').getByRole('definition');
      expect(Number(await seats.innerText())).toBeGreaterThanOrEqual(1);
    });
  });
});
