import type { ReactNode } from 'react';
import { LateNotice } from '../late/late-notice.js';
import { useLate } from '../late/use-late.js';
import styles from '../late/late-notice.module.css';
import type { LiveGame } from './use-game.js';

interface Props {
  readonly game: LiveGame;
  readonly audience: 'player' | 'host';
  /** Default: a page without a frame around it. */
  readonly within?: 'page' | 'shell' | 'titled';
  /** Shown until the connection is late. */
  readonly children: ReactNode;
}

/** A page that cannot show anything before the game is connected. */
export function Connecting({ game: { state, client }, audience, within = 'page', children }: Props) {
  const late = useLate(state.connection !== 'online');
  if (late === null) return children;
  const Frame = within === 'page' ? 'main' : 'div';
  return (
    <Frame className={styles.page}>
      <LateNotice
        late={late}
        awaits="live"
        audience={audience}
        heading={within === 'titled' ? 'h2' : 'h1'}
        onRetry={() => client.nudge()}
      />
    </Frame>
  );
}
