import type { ReactNode } from 'react';
import { textsOf } from '../../platform/i18n/texts.js';
import { LateNotice, type LateWords, wordsFor } from '../late/late-notice.js';
import { type Late, useLate } from '../late/use-late.js';
import styles from '../late/late-notice.module.css';
import { PageTitle } from '../ui/page.js';
import type { LiveGame } from './use-game.js';

const t = textsOf('connection', {
  unreachableHost: 'Check that the computer that runs Earworm is on and in the same network.',
  blocked: 'No live connection',
  blockedText:
    'Earworm answers, but the live connection of the game does not get through. This network blocks it or is very slow.',
  blockedPlayer:
    'Switch to mobile data or to another Wi-Fi, or turn off your VPN or data saver. If that does not help, tell the moderator.',
  blockedHost:
    'Try another network, such as your phone’s hotspot, or turn off your VPN. If the server is behind a proxy, it has to let WebSocket connections through, and PUBLIC_URL has to be the address of this page.',
  lost: 'Live connection lost',
  lostText: 'Earworm answers, but the live connection of the game does not come back. What you see may be out of date.',
  lostPlayer: 'Switch to mobile data or to another Wi-Fi. If that does not help, tell the moderator.',
  lostHost:
    'The game is saved. Try another network, such as your phone’s hotspot, or open this page on another device.',
  busyText: 'Earworm answers, but has more to do than it can at the moment. This page tries again by itself.',
  busyPlayer: 'Leave this page open. If it lasts, tell the moderator.',
  busyHost: 'Leave this page open. If it lasts, see what else the computer that runs Earworm is doing.',
});

/** Whose next step is named: only the host can do something about the server. */
type Audience = 'player' | 'host';

interface Connected {
  readonly state: Pick<LiveGame['state'], 'connection' | 'refusedBy'>;
  readonly client: Pick<LiveGame['client'], 'nudge'>;
}

function liveWords(late: Late, { refusedBy }: Connected['state'], audience: Audience, isLost: boolean): LateWords {
  const words = wordsFor(late);
  const isHost = audience === 'host';
  switch (late.reach) {
    case 'offline':
      return words;
    case 'unreachable':
      return isHost ? { ...words, lines: [...words.lines.slice(0, 1), t('unreachableHost')] } : words;
    case 'busy':
    case 'answers':
      if (late.reach === 'busy' || refusedBy === 'busy')
        return {
          title: wordsFor({ reach: 'busy' }).title,
          lines: [t('busyText'), t(isHost ? 'busyHost' : 'busyPlayer')],
        };
      return isLost
        ? { title: t('lost'), lines: [t('lostText'), t(isHost ? 'lostHost' : 'lostPlayer')] }
        : { title: t('blocked'), lines: [t('blockedText'), t(isHost ? 'blockedHost' : 'blockedPlayer')] };
  }
}

interface Props {
  readonly game: Connected;
  readonly audience: Audience;
  /** Default: a page without a frame around it. */
  readonly within?: 'page' | 'shell' | 'titled';
  /** Shown until the connection is late. */
  readonly children: ReactNode;
}

/** A page that cannot show anything before the game is connected. */
export function Connecting({ game: { state, client }, audience, within = 'page', children }: Props) {
  const late = useLate(state.connection !== 'online');
  if (late === null) return children;
  const words = liveWords(late, state, audience, false);
  const Frame = within === 'page' ? 'main' : 'div';
  return (
    <Frame className={styles.page}>
      {within === 'page' && <PageTitle text={words.title} />}
      <LateNotice
        late={late}
        words={words}
        heading={within === 'titled' ? 'h2' : 'h1'}
        onRetry={() => client.nudge()}
      />
    </Frame>
  );
}

interface LostProps {
  readonly game: Connected;
  readonly audience: Audience;
  /** Shown until it is late. */
  readonly children?: ReactNode;
}

/** On a page that stays while its connection is lost. */
export function LostConnection({ game: { state, client }, audience, children = null }: LostProps) {
  const late = useLate(state.connection === 'reconnecting');
  if (late === null) return children;
  const words = liveWords(late, state, audience, true);
  return <LateNotice compact late={late} words={words} onRetry={() => client.nudge()} />;
}
