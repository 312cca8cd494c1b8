import { useYoutubeConsent } from '../../platform/storage/youtube-consent.js';
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
  /** The song is YouTube's, and this device has no consent to ask YouTube for it. */
  readonly waitsForConsent: boolean;
}

function createDeckOfPage() {
  let place: HTMLElement | null = null;
  const deck = createMediaDeck({
    clip: () => createClipPlayer(),
    youtube: () => createYoutubePlayer(() => place),
  });
  return { deck, videoPlace: (element: HTMLElement | null) => void (place = element) };
}

/** `next` is prefetched while nothing plays. Without consent, YouTube is asked for nothing. */
export function useMedia(playback: Playback | null, next: Medium | null = null): Media {
  const [{ deck, videoPlace }] = useState(createDeckOfPage);
  const state = useSyncExternalStore(deck.subscribe, () => deck.state);

  const hasConsent = useYoutubeConsent();
  const isAllowed = (medium: Medium) => hasConsent || medium.kind !== 'youtube';
  const allowed = playback && isAllowed(playback.medium) ? playback : null;
  const prefetched = next && isAllowed(next) ? next : null;
  const questionId = allowed?.questionId;
  const playing = allowed?.playing;
  const latest = useRef(allowed);
  useEffect(() => {
    latest.current = allowed;
  });
  useEffect(() => {
    deck.open();
    deck.setVolume(volumeMark());
    return () => deck.dispose();
  }, [deck]);
  useEffect(() => {
    if (!hasConsent) deck.drop('youtube');
  }, [deck, hasConsent]);
  useEffect(() => deck.follow(latest.current), [deck, questionId, playing]);
  useEffect(() => {
    if (questionId === undefined && prefetched) deck.prepare(prefetched);
  }, [deck, questionId, prefetched]);

  return { deck, state, videoPlace, waitsForConsent: playback !== allowed };
}
