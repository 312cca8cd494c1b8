import { afterEach, describe, expect, it } from '@jest/globals';
import { gameRetention, identityRetention, libraryRetention, telemetryRetention } from '@earworm/contracts';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

let gateway: RunningGateway;
afterEach(() => gateway.close());

function serveAll({ bus }: RunningGateway): void {
  bus.serve(gameRetention, () => ({ gameDays: 7 }));
  bus.serve(libraryRetention, () => ({ clipDays: 60, guestTemplateDays: 180 }));
  bus.serve(telemetryRetention, () => ({ usageDays: 400 }));
  bus.serve(identityRetention, () => ({ sessionDays: 30, sendsMail: true }));
}
const privacy = () => requestJson(gateway, '/api/privacy');

describe('GET /api/privacy', () => {
  it('gives anyone what each service keeps, and what the operator says', async () => {
    gateway = await runGateway({ PRIVACY_TEXT: 'Ask privacy@quiz.example.org.', BACKUP_KEEP_DAYS: '14' });
    serveAll(gateway);
    expect(await privacy()).toEqual([
      200,
      {
        operatorText: 'Ask privacy@quiz.example.org.',
        days: { games: 7, events: 90, clips: 60, guestTemplates: 180, usage: 400, guests: 30, backups: 14 },
        sendsMail: true,
        signInHost: null,
        filesHost: null,
      },
    ]);
  });

  it('names the host of files as browsers reach it, without credentials or path', async () => {
    gateway = await runGateway({
      MINIO_ENDPOINT: 'http://minio:9000',
      MINIO_PUBLIC_ENDPOINT: 'https://files.example.org',
    });
    serveAll(gateway);
    expect(await privacy()).toMatchObject([200, { filesHost: 'files.example.org', days: { backups: null } }]);
  });

  it('names no host that is the product itself', async () => {
    const address = 'https://quiz.example.org';
    gateway = await runGateway({
      PUBLIC_URL: address,
      MINIO_ENDPOINT: 'http://minio:9000',
      MINIO_PUBLIC_ENDPOINT: address,
    });
    serveAll(gateway);
    expect(await privacy()).toMatchObject([200, { filesHost: null }]);
  });

  it('names the host of the sign-in, where browsers are led to', async () => {
    gateway = await runGateway();
    serveAll(gateway);
    gateway.provider.endpoints = { authorization: 'https://sso.example.org/auth', token: '/api/identity/token' };
    expect(await privacy()).toMatchObject([200, { signInHost: 'sso.example.org' }]);
  });

  it('says of a service that does not answer that its values are unknown, and gives the rest', async () => {
    gateway = await runGateway();
    gateway.bus.serve(gameRetention, () => ({ gameDays: 7 }));
    const [status, body] = await privacy();
    expect([status, body]).toMatchObject([200, { days: { games: 7, clips: null, usage: null }, sendsMail: null }]);
  });
});
