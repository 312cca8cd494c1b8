import { scryptSync } from 'node:crypto';
import type { Json, JsonObject } from './difference.js';

export interface MailSettings {
  /** `SMTP_URL`. */
  readonly url: string;
  /** `MAIL_FROM`: `Name <address>`, or an address. */
  readonly from: string;
}

/** Keycloak's form of the settings. */
export function smtpServer({ url, from }: MailSettings): JsonObject {
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

/** The realm's attribute by which a sync knows the password it has set: Keycloak never shows one. */
export const MAIL_HASH = 'smtpPasswordHash';

export const passwordHash = ({ url }: MailSettings, realm: string): string => {
  const { host, username, password } = new URL(url);
  return scryptSync(password, `${realm} ${username}@${host}`, 32).toString('base64url');
};

export function withoutPassword(server: Json | undefined): JsonObject {
  const { password: _, ...shown } = (server ?? {}) as JsonObject;
  return shown;
}
