import { deviceKey, identityRetention, linkKeys, revocations, signingKeys, type RequestOf } from '@earworm/contracts';
import { CONFIG, Handles } from '@earworm/service-kit/bootstrap';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IdentityConfig } from '../identity.config.js';
import { OPENED_PROVIDER, type OpenedProvider } from '../providers/identity-provider.js';
import { readLinkKeys } from '../tokens/link-keys.js';
import { SECRETS, type Secrets } from '../tokens/secrets.js';

@Injectable()
export class KeysHandler {
  constructor(
    @Inject(OPENED_PROVIDER) private readonly opened: OpenedProvider,
    @Inject(SECRETS) private readonly secrets: Secrets,
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<IdentityConfig, 'SESSION_DAYS' | 'SMTP_URL'>,
  ) {}

  @Handles(signingKeys)
  async signingKeys() {
    const { provider } = this.opened;
    return {
      issuer: provider.issuer,
      audience: provider.audience,
      keys: await provider.signingKeys(),
      ...(provider.external ? { external: true } : {}),
      ...(provider.endpoints === null ? {} : { endpoints: provider.endpoints }),
    };
  }

  @Handles(revocations)
  revocations({ after }: RequestOf<typeof revocations>) {
    return this.opened.provider.revocations(after);
  }

  @Handles(identityRetention)
  retention() {
    const { SESSION_DAYS, SMTP_URL } = this.config;
    return { sessionDays: SESSION_DAYS, sendsMail: SMTP_URL !== undefined };
  }

  @Handles(deviceKey)
  deviceKey() {
    return { key: this.secrets.deviceKey };
  }

  @Handles(linkKeys)
  async linkKeys() {
    return { keys: await readLinkKeys(this.database) };
  }
}
