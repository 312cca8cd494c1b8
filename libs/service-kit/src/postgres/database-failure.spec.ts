import { describe, expect, it } from '@jest/globals';
import { describeDatabaseError, isDatabaseDown, refusalOf } from './database-failure.js';

const failure = (code: string | undefined, message = 'as the server says') =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe('classification of a database failure', () => {
  it.each([
    ['ECONNREFUSED', 'it cannot be reached'],
    ['08006', 'it cannot be reached'],
    ['EAI_AGAIN', 'the host of the URL is not known'],
    ['57P03', 'it is starting or stopping'],
    ['53300', 'it has no connection left'],
  ])('treats the code %s as temporary', (code, sentence) => {
    const error = failure(code);
    expect(isDatabaseDown(error)).toBe(true);
    expect(describeDatabaseError(error)).toBe(sentence);
    expect(refusalOf(error)).toMatchObject({ code: 'unavailable' });
  });

  it.each([
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client was closed and is not queryable',
  ])('treats the driver’s message "%s" as temporary', (message) => {
    expect(isDatabaseDown(failure(undefined, message))).toBe(true);
    expect(describeDatabaseError(failure(undefined, message))).toBe('it cannot be reached');
  });

  it.each([
    ['28P01', 'the user or the password of the URL is not accepted'],
    ['3D000', 'the database that the URL names does not exist'],
    ['23505', 'as the server says'],
    [undefined, 'as the server says'],
  ])('treats the code %s as permanent', (code, sentence) => {
    const error = failure(code);
    expect(isDatabaseDown(error)).toBe(false);
    expect(describeDatabaseError(error)).toBe(sentence);
    expect(refusalOf(error)).toBe(error);
  });

  it.each([
    ['28000', 'no pg_hba.conf entry for host "::1", user "a", database "b", no encryption', 'without TLS'],
    ['28000', 'pg_hba.conf rejects connection for host "::1", user "a", database "b", SSL off', 'without TLS'],
    ['28000', 'no pg_hba.conf entry for host "::1", user "a", database "b", SSL encryption', 'connect from here'],
    ['08P01', 'SSL required', 'without TLS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'altnames', 'for another host'],
    ['08P01', 'no such database: earworm', 'does not exist'],
    [undefined, 'The server does not support SSL connections', 'does not speak TLS'],
  ])('treats %s with the message "%s" as permanent', (code, message, sentence) => {
    const error = failure(code, message);
    expect(isDatabaseDown(error)).toBe(false);
    expect(describeDatabaseError(error)).toContain(sentence);
  });
});
