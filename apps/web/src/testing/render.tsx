import { afterEach } from '@jest/globals';
import { act, cleanup, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Providers } from '../app/providers.js';
import { resetFeedbackWindow } from '../platform/feedback-window.js';
import { queries, WithQueries } from '../platform/http/queries.js';
import { watchSession } from '../platform/session/session.js';
import { keepTokens, TOKENS_KEY } from '../platform/session/tokens.js';
import { clearMessages } from '../platform/notifications/messages.js';
import { Kit } from '../platform/theme/kit.js';
import { chooseLanguage, loadLanguage } from '../platform/i18n/languages.js';

watchSession();
await loadLanguage();

afterEach(async () => {
  cleanup();
  queries.clear();
  resetFeedbackWindow();
  clearMessages();
  signInAs(null);
  localStorage.clear();
  sessionStorage.clear();
  await chooseLanguage('en');
});

export interface TestUser {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  /** Default: `registered`. */
  readonly roles?: readonly ('guest' | 'registered' | 'admin')[];
}

/** As if another tab had signed in, or out with null. The token lasts a day. */
export function signInAs(user: TestUser | null): void {
  keepTokens(user && { access: tokenOf(user), refresh: 'refresh', expiresAt: Date.now() + 86_400_000 });
  act(() => void dispatchEvent(new StorageEvent('storage', { key: TOKENS_KEY })));
}

export function tokenOf({ id, name, email, roles = ['registered'] }: TestUser): string {
  const claims = new TextEncoder().encode(JSON.stringify({ sub: id, name, email, realm_access: { roles } }));
  return `header.${btoa(String.fromCharCode(...claims))}.signature`;
}

export interface PartOptions {
  /** The address that is open. Default: `/`. */
  readonly at?: string;
  /** The route that the part stands in, for its params. Default: any. */
  readonly path?: string;
  /** Default: `en`. */
  readonly language?: 'en' | 'de';
  /** What the page before handed over. */
  readonly state?: object | undefined;
}

/** Draws a part of the app inside the real providers: theme, router, queries, messages, in English or German. */
export async function renderPart(
  part: ReactNode,
  { at = '/', path = '*', language = 'en', state }: PartOptions = {},
): Promise<RenderResult> {
  history.replaceState(state === undefined ? null : { usr: state }, '', at);
  await chooseLanguage(language);
  return act(async () =>
    render(
      <Providers>
        <Kit>
          <Routes>
            <Route element={<WithQueries />}>
              <Route path={path} element={part} />
              <Route path="*" element={null} />
            </Route>
          </Routes>
        </Kit>
      </Providers>,
    ),
  );
}
