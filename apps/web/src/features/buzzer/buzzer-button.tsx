import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';
import type { TeamView } from '@earworm/rules';
import { IconBan, IconCheck, IconCloudOff, IconHourglass, IconPlayerPauseFilled, IconX } from '@tabler/icons-react';
import { teamColor, TeamName } from '../../shared/teams/team-mark.js';
import type { BuzzerKind, BuzzerState } from './buzzer-state.js';
import { buzzerWords } from './buzzer-words.js';
import styles from './buzzer-button.module.css';

/** States differ by shape too, not only by colour. */
const SIGNS: Partial<Record<BuzzerKind, typeof IconCheck>> = {
  wait: IconHourglass,
  away: IconHourglass,
  paused: IconPlayerPauseFilled,
  gamePaused: IconPlayerPauseFilled,
  right: IconCheck,
  wrong: IconX,
  out: IconBan,
  early: IconBan,
  locked: IconHourglass,
  team: IconCheck,
  reconnecting: IconCloudOff,
};

interface BuzzerButtonProps {
  readonly state: BuzzerState;
  readonly team?: TeamView | undefined;
  readonly moderatorName: string;
  /** `by`: the touch, key or click; when it was made is what counts where the order of buzzes is corrected. */
  onBuzz(by: Event): void;
}

/** Reacts to pointerdown, to space or enter wherever the focus is, and to the click of assistive technology. */
export function BuzzerButton({ state, team, moderatorName, onBuzz }: BuzzerButtonProps) {
  const { main, sub } = buzzerWords(state, moderatorName, team !== undefined);
  const Sign = SIGNS[state.kind];
  const armed = state.kind === 'armed' && state.answering === null;

  /** Of the pointer whose click comes next. */
  const isPointerDown = useRef(false);

  const onKey = useEffectEvent((key: KeyboardEvent) => {
    if (key.repeat || (key.key !== ' ' && key.key !== 'Enter')) return;
    const on = key.target instanceof HTMLElement ? key.target : null;
    if (on?.closest('input, textarea, a, [role="dialog"], button:not([data-buzzer])')) return;
    key.preventDefault();
    if (state.canBuzz) onBuzz(key);
  });
  useEffect(() => {
    const listen = (key: KeyboardEvent) => onKey(key);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (
    <div className={styles.place}>
      <button
        type="button"
        data-buzzer
        data-tip="buzzer"
        data-testid="buzzer"
        data-state={state.kind}
        data-behind={state.kind === 'armed' && state.answering !== null}
        data-kept={state.kind === 'reconnecting' && state.held}
        data-breathing={armed}
        data-team={team?.number}
        style={team && ({ '--team': teamColor(team.number) } as CSSProperties)}
        className={styles.dome}
        aria-disabled={!state.canBuzz}
        onPointerDown={(down) => {
          isPointerDown.current = true;
          if (!state.canBuzz || down.button !== 0) return;
          down.preventDefault();
          onBuzz(down.nativeEvent);
        }}
        onPointerCancel={() => (isPointerDown.current = false)}
        // Browsers differ in whether preventing the keydown prevents the click.
        onKeyUp={(key) => key.key === ' ' && key.preventDefault()}
        onClick={(click) => {
          const isOfPointer = isPointerDown.current;
          isPointerDown.current = false;
          if (!isOfPointer && state.canBuzz) onBuzz(click.nativeEvent);
        }}
        onContextMenu={(menu) => menu.preventDefault()}
      >
        <span className={styles.face}>
          {Sign && <Sign className={styles.sign} aria-hidden />}
          {state.kind === 'sent' ? (
            <>
              <span className="sr-only">{main}</span>
              <span className={styles.dots} aria-hidden>
                <i />
                <i />
                <i />
              </span>
            </>
          ) : (
            <span className={styles.main}>{main}</span>
          )}
          <span className={styles.sub}>{sub}</span>
        </span>
        {team && (
          <span className={styles.team} aria-hidden>
            <TeamName number={team.number} name={team.name} />
          </span>
        )}
      </button>
    </div>
  );
}
