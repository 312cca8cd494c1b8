import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Medium } from '@earworm/rules';
import { volumeMark } from './sounds.js';
import { createClipPlayer } from './clip.js';
import { createMediaDeck, type MediaDeck, type Playback } from './media-deck.js';
import { createYoutubePlayer } from './youtube.js';

export interface Media {
  readonly deck: MediaDeck;
  readonly state: MediaDeck['state'];
  /** Must be mounted for as long as the hook is. */
  readonly videoPlace: (element: HTMLElement | null) => void;
}

function createDeckOfPage() {
  let place: HTMLElement | null = null;
  const deck = createMediaDeck({
    clip: () => createClipPlayer(),
    youtube: () => createYoutubePlayer(() => place),
  });
  return { deck, videoPlace: (element: HTMLElement | null) => void (place = element) };
}

/** `next` is prefetched while nothing plays. */
export function useMedia(playback: Playback | null, next: Medium | null = null): Media {
  const [{ deck, videoPlace }] = useState(createDeckOfPage);
  const state = useSyncExternalStore(deck.subscribe, () => deck.state);

  const questionId = playback?.questionId;
  const playing = playback?.playing;
  const latest = useRef(playback);
  useEffect(() => {
    latest.current = playback;
  });
  useEffect(() => {
    deck.open();
    deck.setVolume(volumeMark());
    return () => deck.dispose();
  }, [deck]);
  useEffect(() => deck.follow(latest.current), [deck, questionId, playing]);
  useEffect(() => {
    if (questionId === undefined && next) deck.prepare(next);
  }, [deck, questionId, next]);

  return { deck, state, videoPlace };
}
