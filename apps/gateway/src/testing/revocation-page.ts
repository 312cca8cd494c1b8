import { type Revocation, type RevocationPage } from '@earworm/contracts';

/** A whole list of the identity service on one page. */
export const revocationPage = (revoked: readonly Revocation[]): RevocationPage => ({
  revoked: revoked.map((each) => ({ ...each, expiresIn: 3_600 })),
  next: { at: 0, userId: '00000000-0000-0000-0000-000000000000', session: '' },
  more: false,
});
