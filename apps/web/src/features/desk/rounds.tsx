import type { RoomRounds } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';
import { useEffect, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import { Button } from '../../shared/controls/button.js';
import { useOpenSetup } from '../../shared/live/use-open-setup.js';
import { useRights } from '../../shared/live/use-rights.js';
import { Confirm } from '../../shared/ui/dialog.js';
import styles from './panels.module.css';
import { t } from './texts.js';

export interface Rounds extends RoomRounds {
  /** Null after the last one. */
  readonly next: { readonly round: number; readonly title: string | null } | null;
}

/** Those of the game's room, read again when the game ends; null without any, or if they cannot be read. */
export function useRounds({ room, status, gameId }: GameView): Rounds | null {
  const [read, setRead] = useState<{ of: string; rounds: RoomRounds } | null>(null);
  const { showId, roomId } = room ?? {};
  useEffect(() => {
    if (showId === undefined || roomId === undefined) return;
    let isStale = false;
    http.call('readRounds', { params: { showId, roomId } }).then(
      (rounds) => !isStale && setRead({ of: gameId, rounds }),
      // The room plays on without its plan, as one that was removed from the event.
      () => !isStale && setRead(null),
    );
    return () => void (isStale = true);
  }, [showId, roomId, gameId, status]);
  if (read?.of !== gameId || read.rounds.planned.length < 2) return null;
  const { round, planned } = read.rounds;
  const next = planned[round];
  return { ...read.rounds, next: next === undefined ? null : { round: round + 1, title: next.title } };
}

export const roundText = ({ round, planned }: Rounds): string => t('roundOf', { round, rounds: planned.length });

const nextText = ({ title }: NonNullable<Rounds['next']>): string =>
  title === null ? t('roundGone') : t('roundNext', { title });

function useBegin(view: GameView) {
  const openSetup = useOpenSetup();
  const [busy, setBusy] = useState(false);
  const { room, gameId, moderatorName } = view;
  const begin = async (round: number) => {
    if (room === undefined) return;
    setBusy(true);
    try {
      const params = { showId: room.showId, roomId: room.roomId };
      await openSetup(await http.call('beginRound', { params, body: { round, after: gameId } }), moderatorName);
    } catch (error) {
      void notifyError(error, 'create-failed');
    } finally {
      setBusy(false);
    }
  };
  return { busy, begin };
}

interface Props {
  readonly view: GameView;
  readonly rounds: Rounds | null;
}

/** In a game that is over and has no next one yet: one tap. */
export function NextRound({ view, rounds }: Props) {
  const { busy, begin } = useBegin(view);
  const rights = useRights(view);
  const next = rounds?.next;
  if (rounds === null || next == null || view.next !== null || !rights.may('settings')) return null;
  return (
    <section className={styles.round}>
      <p className={styles.text} dir="auto">
        {roundText(rounds)} · {nextText(next)}
      </p>
      <Button size="lg" loading={busy} onClick={() => void begin(next.round)}>
        {t('roundBegin', { n: next.round })}
      </Button>
    </section>
  );
}

/** Before the end: it ends the game. */
export function NextRoundDialog({ view, rounds, opened, onClose }: Props & { opened: boolean; onClose(): void }) {
  const { begin } = useBegin(view);
  const next = rounds?.next;
  if (next == null) return null;
  return (
    <Confirm
      opened={opened}
      title={t('roundTitle', { n: next.round })}
      text={`${nextText(next)} ${t('roundText')}`}
      yes={t('roundBegin', { n: next.round })}
      onClose={onClose}
      onYes={() => void begin(next.round)}
    />
  );
}
