import { scryptSync } from 'node:crypto';
import { isObject, type Json, type JsonObject } from './difference.js';

export interface MailSettings {
  readonly url: string;
  /** `MAIL_FROM`: `Name <address>`, or an address. */
  readonly from: string;
}

export function smtpServer({ url, from }: MailSettings): Record<string, string> {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  const [, name = '', address = from.trim()] = /^\s*(.*?)\s*<([^>]+)>\s*$/.exec(from) ?? [];
  return {
    host: hostname,
    port: port || (isTls ? '465' : '587'),
    from: address,
    fromDisplayName: name,
    ssl: String(isTls),
    starttls: String(!isTls),
    auth: String(username !== ''),
    ...(username === '' ? {} : { user: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}

/** The realm attribute by which a sync detects another password: Keycloak never returns one. */
export const MAIL_HASH = 'smtpPasswordHash';

export const passwordHash = ({ url }: MailSettings, realm: string): string => {
  const { host, username, password } = new URL(url);
  return scryptSync(password, `${realm} ${username}@${host}`, 32).toString('base64url');
};

export function withoutPassword(server: Json | undefined): JsonObject {
  const { password: _, ...rest } = isObject(server) ? server : {};
  return rest;
}
