import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { keepTokens, readTokens, TOKENS_KEY } from './tokens.js';

describe('the tokens of this browser', () => {
  const tokens = { access: 'access', refresh: 'refresh', expiresAt: 1 };
  afterEach(() => {
    jest.restoreAllMocks();
    keepTokens(null);
  });

  it('disappear when another tab has signed out', () => {
    keepTokens(tokens);
    expect(readTokens()).toEqual(tokens);
    localStorage.removeItem(TOKENS_KEY);
    expect(readTokens()).toBeNull();
  });

  it('last until the page is closed where nothing can be stored', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keepTokens(tokens);
    expect(readTokens()).toEqual(tokens);
    keepTokens(null);
    expect(readTokens()).toBeNull();
  });
});
