import type { RoomNow, ShowCard } from '@earworm/contracts';
import { useEffect, useRef, useState } from 'react';
import { read, write } from '../../platform/storage/local.js';
import { useWakeSounds } from '../../shared/live/use-sounds.js';
import { playSound } from '../../shared/media/sounds.js';
import { t, titleOf } from './texts.js';

const KEY = 'control-room-notices';
/** More at once are one notification. */
const ONE_BY_ONE = 3;

const permission = (): NotificationPermission => ('Notification' in globalThis ? Notification.permission : 'denied');

function show(title: string, body: string, tag: string): void {
  if (permission() !== 'granted') return;
  try {
    new Notification(title, { body, tag });
  } catch {
    // Phones allow them to service workers only.
  }
}

/** The ids of cards, and their reasons: when a room of a group recovers, the others may be a card of another id. */
const namesOf = (cards: Iterable<ShowCard>): ReadonlySet<string> =>
  new Set([...cards].flatMap((card) => [card.id, ...card.rooms.map(nameOf)]));
const nameOf = ({ roomId, kind }: ShowCard['rooms'][number]): string => `${roomId} ${kind}`;

/** Tells once of each card that has a new reason and that no one is on. */
export function useNotices(cards: ReadonlyMap<string, ShowCard>, rooms: ReadonlyMap<string, RoomNow>) {
  useWakeSounds();
  const [isOn, setOn] = useState(() => read(KEY) === 'on');
  const [isBlocked, setBlocked] = useState(() => permission() === 'denied');
  const known = useRef(namesOf(cards.values()));
  useEffect(() => {
    const isKnown = (name: string) => known.current.has(name);
    const added = [...cards.values()].filter(
      ({ id, claim, snooze, rooms: of }) => !claim && !snooze && !isKnown(id) && !of.map(nameOf).every(isKnown),
    );
    known.current = namesOf(cards.values());
    if (!isOn || added.length === 0) return;
    playSound('buzz');
    if (added.length > ONE_BY_ONE) return show(t('noticeMany', { n: added.length }), '', 'many');
    for (const card of added) {
      const [first] = card.rooms;
      show(titleOf(card, first && rooms.get(first.roomId)), t(`kind_${card.kind}`), card.id);
    }
  }, [cards, rooms, isOn]);
  const toggle = () => {
    const next = !isOn;
    setOn(next);
    write(KEY, next ? 'on' : 'off');
    if (next && permission() === 'default')
      void Notification.requestPermission().then((answer) => setBlocked(answer === 'denied'));
  };
  return { isOn, isBlocked, toggle };
}
