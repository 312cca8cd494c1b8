/** Keycloak cannot be asked; the message is a sentence for operators that names no secret. */
export class KeycloakUnavailable extends Error {
  override readonly name = 'KeycloakUnavailable';
  /** It may have been one slow request: others may be answered. */
  readonly isTimeout: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isTimeout?: boolean } = {}) {
    super(message, options);
    this.isTimeout = options.isTimeout ?? false;
  }
}

/** Keycloak answers, but cannot be worked with as it or this service is set up. The message is a sentence for operators. */
export class KeycloakMisconfigured extends Error {
  override readonly name = 'KeycloakMisconfigured';
}

/** Keycloak refused a request: its own error code and description. */
export class KeycloakRefused extends Error {
  override readonly name = 'KeycloakRefused';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly description: string,
    /** What was asked, without what it was asked with. */
    asked: string,
  ) {
    super(`${asked}: ${status} ${code}`);
  }
}

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [
    CERTIFICATE,
    'its certificate is not trusted: name the file of the authority that signed it in NODE_EXTRA_CA_CERTS, and check the host of KEYCLOAK_URL',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of KEYCLOAK_URL is not known'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'it speaks no TLS at KEYCLOAK_URL'],
];

/** Why a request had no answer, for people. Names no host and no secret. */
export function unavailableBecause(error: unknown): KeycloakUnavailable {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new KeycloakUnavailable('it did not answer in time', { cause: error, isTimeout: true });
  const code = codeOf(error);
  const sentence = SENTENCES.find(([codes]) => codes.test(code))?.[1] ?? 'it cannot be reached';
  return new KeycloakUnavailable(sentence, { cause: error });
}

/** `fetch` wraps the connection's error, and that of several addresses once more. */
function codeOf(error: unknown): string {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as { cause?: unknown }).cause)
    if ('code' in each && typeof each.code === 'string') return each.code;
  return '';
}
