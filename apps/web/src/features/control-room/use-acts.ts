import type { RouteInput, RoomNow, ShowCard } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';

const reasonsOf = ({ rooms }: ShowCard) => rooms.map(({ roomId, kind }) => ({ roomId, kind }));

export const useIsMine = (card: ShowCard): boolean => useSession(({ user }) => user?.id) === card.claim?.userId;

/** What operators do about a card. What has changed comes back over the socket, to all of them. */
export function useCardActs(showId: string, card: ShowCard) {
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    await act().catch((error: unknown) => notifyError(error));
    setBusy(false);
  };
  const reasons = reasonsOf(card);
  const params = { showId };
  const claim = (isClaimed: boolean) =>
    run(() => http.call('claimAttention', { params, body: { reasons, isClaimed, from: card.claim?.userId ?? null } }));
  return {
    busy,
    take: () => claim(true),
    letGo: () => claim(false),
    /** Throws the refusal. */
    snooze: (wait: Pick<RouteInput<'snoozeAttention'>['body'], 'minutes' | 'reason'>) =>
      http.call('snoozeAttention', { params, body: { reasons, ...wait } }),
    endSnooze: () => run(() => http.call('snoozeAttention', { params, body: { reasons, minutes: 0, reason: '' } })),
  };
}

/** The reasons of a card as its rooms have them now, each room once. */
export function reasonsIn({ rooms }: ShowCard, all: ReadonlyMap<string, RoomNow>) {
  return rooms.flatMap(({ roomId, kind }) => {
    const room = all.get(roomId);
    const reason = room?.reasons.find((each) => each.kind === kind);
    return room === undefined || reason === undefined ? [] : [{ room, reason }];
  });
}
