import { describe, expect, it } from '@jest/globals';
import { passwordHash, smtpServer } from './smtp-server.js';

describe('mail settings for Keycloak', () => {
  it('takes the settings from SMTP_URL and MAIL_FROM', () => {
    const url = 'smtp://quiz%40example.org:p%3Ass@mail.example.org:2525';
    expect(smtpServer({ url, from: 'Earworm <quiz@example.org>' })).toEqual({
      ...{ host: 'mail.example.org', port: '2525', from: 'quiz@example.org', fromDisplayName: 'Earworm' },
      ...{ ssl: 'false', starttls: 'true', auth: 'true', user: 'quiz@example.org', password: 'p:ss' },
    });
  });

  it('uses TLS from the first byte for smtps, and no authentication without a user', () => {
    expect(smtpServer({ url: 'smtps://mail.example.org', from: 'quiz@example.org' })).toEqual({
      ...{ host: 'mail.example.org', port: '465', from: 'quiz@example.org', fromDisplayName: '' },
      ...{ ssl: 'true', starttls: 'false', auth: 'false' },
    });
  });

  it('hashes password and server without revealing the password', () => {
    const hash = (url: string) => passwordHash({ url, from: 'quiz@example.org' }, 'earworm');
    const first = hash('smtp://quiz:hunter2@a.example.org');
    expect(hash('smtp://quiz:hunter2@a.example.org')).toBe(first);
    expect(hash('smtp://quiz:hunter3@a.example.org')).not.toBe(first);
    expect(hash('smtp://quiz:hunter2@b.example.org')).not.toBe(first);
    expect(first).not.toContain('hunter2');
  });
});
