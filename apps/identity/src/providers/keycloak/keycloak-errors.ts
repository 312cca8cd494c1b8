import { codesOf, describeTlsError } from '@earworm/service-kit/tls-failure';

/** No answer. The message is for operators and contains no secret. */
export class KeycloakUnavailable extends Error {
  override readonly name = 'KeycloakUnavailable';
  readonly isTimeout: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isTimeout?: boolean } = {}) {
    super(message, options);
    this.isTimeout = options.isTimeout ?? false;
  }
}

/** Keycloak or this service is set up wrongly. The message is for operators. */
export class KeycloakMisconfigured extends Error {
  override readonly name = 'KeycloakMisconfigured';
}

/** An error answer, with Keycloak's code and description. */
export class KeycloakRefused extends Error {
  override readonly name = 'KeycloakRefused';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly description: string,
    operation: string,
  ) {
    super(`${operation}: ${status} ${code}`);
  }
}

export function unavailableBecause(error: unknown): KeycloakUnavailable {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new KeycloakUnavailable('it did not answer in time', { cause: error, isTimeout: true });
  const isUnknown = codesOf(error).some((code) => /^(ENOTFOUND|EAI_AGAIN)$/.test(code));
  const message = isUnknown ? 'the host of KEYCLOAK_URL is not known' : describeTlsError(error);
  return new KeycloakUnavailable(message ?? 'it cannot be reached', { cause: error });
}
