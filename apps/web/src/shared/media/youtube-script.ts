import { hasYoutubeConsent } from '../../platform/storage/youtube-consent.js';

/** The host without cookies does not serve it. */
const SCRIPT_URL = 'https://www.youtube.com/iframe_api';
const TIMEOUT_MS = 8_000;

declare global {
  interface Window {
    onYouTubeIframeAPIReady?: (() => void) | undefined;
  }
}

let loading: Promise<typeof YT> | null = null;

/** The first request to YouTube: rejects without consent. Rejects after 8 s; the next call tries again. */
export async function loadYoutube(): Promise<typeof YT> {
  if (!hasYoutubeConsent()) throw new Error('no consent');
  // `YT` exists before its player.
  if (typeof window.YT?.Player === 'function') return window.YT;
  loading ??= request().finally(() => (loading = null));
  return loading;
}

function request(): Promise<typeof YT> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const giveUp = (why: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(why));
    };
    const timer = setTimeout(() => giveUp('no answer in time'), TIMEOUT_MS);
    window.onYouTubeIframeAPIReady = () => {
      clearTimeout(timer);
      resolve(window.YT);
    };
    script.onerror = () => giveUp('not reachable');
    script.src = SCRIPT_URL;
    script.async = true;
    document.head.append(script);
  });
}
