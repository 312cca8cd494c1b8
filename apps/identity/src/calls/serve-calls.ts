import type { Bus, Subscription } from '@earworm/service-kit/bus';
import {
  confirmReset,
  deviceKey,
  readOutbox,
  RefusedError,
  refreshTokens,
  requestReset,
  revocations,
  signIn,
  signInAsGuest,
  signingKeys,
  signOut,
  signUp,
  type ErrorCode,
} from '@earworm/contracts';
import type { MailServer } from '../mail/mail-server.js';
import type { Outbox } from '../mail/outbox.js';
import type { IdentityProvider } from '../providers/identity-provider.js';

export interface Served {
  readonly provider: IdentityProvider;
  readonly outbox: Outbox;
  readonly mailServer: Pick<MailServer, 'check' | 'state'> | null;
  readonly deviceKey: string;
}

/** Answers the identity calls. What fails for no fault of the caller's is reported and becomes the call's own sentence. */
export function serveCalls(
  bus: Bus,
  { provider, outbox, mailServer, deviceKey: key }: Served,
  onError: (call: string, error: unknown) => void,
): Subscription[] {
  const or = async <T>(code: ErrorCode, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      onError(code, error);
      throw new RefusedError(code);
    }
  };
  return [
    bus.serve(signInAsGuest, () => or('guest-failed', () => provider.signInGuest())),
    bus.serve(signIn, ({ email, password, device }) =>
      or('sign-in-failed', () => provider.signIn(email, password, device)),
    ),
    bus.serve(signUp, (typed) => or('sign-up-failed', () => provider.signUp(typed))),
    bus.serve(refreshTokens, ({ refreshToken, device }) =>
      or('unavailable', () => provider.refresh(refreshToken, device)),
    ),
    bus.serve(signOut, ({ refreshToken }) => or('unavailable', async () => done(await provider.signOut(refreshToken)))),
    bus.serve(requestReset, ({ email, baseUrl, device }) =>
      or('reset-failed', async () => {
        await provider.requestReset(email, baseUrl, device);
        return mailServer === null ? { sendsMail: false } : {};
      }),
    ),
    bus.serve(confirmReset, ({ token, password, device }) =>
      or('unavailable', async () => done(await provider.confirmReset(token, password, device))),
    ),
    bus.serve(signingKeys, () =>
      or('unavailable', async () => ({
        issuer: provider.issuer,
        audience: provider.audience,
        keys: await provider.signingKeys(),
        ...(provider.external ? { external: true } : {}),
        ...(provider.endpoints === null ? {} : { endpoints: provider.endpoints }),
      })),
    ),
    bus.serve(revocations, ({ after }) => or('unavailable', () => provider.revocations(after))),
    bus.serve(deviceKey, () => ({ key })),
    bus.serve(readOutbox, ({ limit }) =>
      or('unavailable', async () => {
        const mails = await outbox.read(limit);
        // Not waited for: a server that hangs would hold up the page.
        void mailServer?.check().catch(() => undefined);
        return { mails, mailServer: mailServer?.state ?? 'none' };
      }),
    ),
  ];
}

const done = (_: void) => ({});
