const MP4 = { type: 'video/mp4; codecs="avc1.42E00A, mp4a.40.2"', url: new URL('./awake.mp4', import.meta.url) };
const WEBM = { type: 'video/webm; codecs="vp8"', url: new URL('./awake.webm', import.meta.url) };
const RESTARTS_BEFORE_END_S = 5;
/** What browsers accept as the user's consent to play. */
const GESTURES = ['click', 'touchend', 'keydown'] as const;

/**
 * Plays half a minute of black again and again, for browsers and addresses without the Wake Lock API. Chrome keeps the
 * screen on while a video is visible and large, Safari while it has a sound track and does not `loop`; muted, it needs no
 * gesture in most browsers and leaves other music alone. Returns what ends it.
 */
export function playAwakeVideo(onPlaying: (isPlaying: boolean) => void): () => void {
  const video = document.createElement('video');
  Object.assign(video, {
    muted: true,
    playsInline: true,
    disableRemotePlayback: true,
    disablePictureInPicture: true,
    tabIndex: -1,
    src: (video.canPlayType(MP4.type) === '' ? WEBM : MP4).url.href,
  });
  video.setAttribute('aria-hidden', 'true');
  video.dataset['awake'] = '';
  // Not quite transparent: a video that cannot be seen may be stopped.
  Object.assign(video.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    objectFit: 'fill',
    opacity: '0.01',
    zIndex: '-1',
    pointerEvents: 'none',
  });
  document.body.prepend(video);

  const listening = new AbortController();
  const { signal } = listening;
  const play = () => {
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    video.play().then(
      () => signal.aborted || onPlaying(true),
      () => signal.aborted || onPlaying(false),
    );
  };
  const resume = () => video.paused && play();
  video.addEventListener(
    'timeupdate',
    () => {
      if (video.currentTime > video.duration - RESTARTS_BEFORE_END_S) video.currentTime = 0;
    },
    { signal },
  );
  video.addEventListener('pause', () => document.visibilityState === 'visible' && onPlaying(false), { signal });
  document.addEventListener('visibilitychange', resume, { signal });
  for (const gesture of GESTURES) document.addEventListener(gesture, resume, { signal, capture: true, passive: true });
  play();

  return () => {
    listening.abort();
    video.pause();
    video.remove();
  };
}
