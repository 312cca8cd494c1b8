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

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    CERTIFICATE,
    'its certificate is not trusted: name the file of the authority that signed it in NODE_EXTRA_CA_CERTS, and check the host of KEYCLOAK_URL',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of KEYCLOAK_URL is not known'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'it speaks no TLS at KEYCLOAK_URL'],
];

export function unavailableBecause(error: unknown): KeycloakUnavailable {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new KeycloakUnavailable('it did not answer in time', { cause: error, isTimeout: true });
  const code = codeOf(error);
  const message = MESSAGES.find(([codes]) => codes.test(code))?.[1] ?? 'it cannot be reached';
  return new KeycloakUnavailable(message, { cause: error });
}

/** `fetch` wraps the error of the connection, and those of several addresses once more. */
function codeOf(error: unknown): string {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as { cause?: unknown }).cause)
    if ('code' in each && typeof each.code === 'string') return each.code;
  return '';
}
