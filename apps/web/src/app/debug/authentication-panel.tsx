import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { languageNow } from '../../platform/i18n/texts.js';
import { useSession } from '../../platform/session/session.js';
import { claimsOf, readTokens } from '../../platform/session/tokens.js';
import { Facts, Panel, t } from './panel.js';

const formatted = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const timeOf = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString(languageNow());

export function AuthenticationPanel() {
  useSession((session) => session.user);
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  const stored = readTokens();
  const { iat, exp, ...claims } = (stored && claimsOf(stored.access)) ?? {};
  return (
    <Panel title={t('authentication')}>
      <Facts
        of={[
          [t('expires'), stored ? t('inSeconds', { seconds: Math.round((stored.expiresAt - now) / 1000) }) : '–'],
          ...(typeof iat === 'number' ? ([[t('issued'), timeOf(iat)]] as const) : []),
          ...(typeof exp === 'number' ? ([[t('until'), timeOf(exp)]] as const) : []),
          ...Object.entries(claims).map(([name, value]) => [name, formatted(value)] as const),
        ]}
      />
    </Panel>
  );
}
