import type { RouteInput, RoomNow, ShowCard } from '@earworm/contracts';
import { useState } from 'react';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';

const reasonsOf = ({ rooms }: ShowCard) => rooms.map(({ roomId, kind }) => ({ roomId, kind }));

export type Wait = Pick<RouteInput<'snoozeAttention'>['body'], 'minutes' | 'reason'>;

/** Lets those reasons of a card wait that are still on one of the cards. Throws the refusal. */
export async function snoozeCard(showId: string, card: ShowCard, wait: Wait, cards: Iterable<ShowCard>): Promise<void> {
  const now = [...cards].flatMap(reasonsOf);
  const reasons = reasonsOf(card).filter((one) =>
    now.some(({ roomId, kind }) => roomId === one.roomId && kind === one.kind),
  );
  if (reasons.length > 0) await http.call('snoozeAttention', { params: { showId }, body: { reasons, ...wait } });
}

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
