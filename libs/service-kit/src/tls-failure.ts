/** Codes of Node and OpenSSL, and what an operator can do about each. The sentences continue "the server: …". */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_UNTRUSTED)$/,
    'its certificate is not trusted: name the file of the authority that signed it in NODE_EXTRA_CA_CERTS',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'its certificate is for another host: use a host in the URL that the certificate names',
  ],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired: renew it'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet: check the clock of this machine'],
  [/^CERT_/, 'its certificate is not valid'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'it does not speak TLS on this port: check the port and the scheme of the URL'],
];

/** One sentence for an error of TLS, else undefined. `fetch` and others wrap the error of the connection. */
export function describeTlsError(error: unknown): string | undefined {
  for (const code of codesOf(error)) {
    const [, sentence] = SENTENCES.find(([codes]) => codes.test(code)) ?? [];
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** Of the error and its causes; nodemailer replaces `code` by its own. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error; typeof each === 'object' && each !== null; each = (each as { cause?: unknown }).cause) {
    const { code, originalCode } = each as { code?: unknown; originalCode?: unknown };
    for (const found of [originalCode, code]) if (typeof found === 'string') codes.push(found);
  }
  return codes;
}
