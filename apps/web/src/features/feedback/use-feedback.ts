import { type ErrorCode, type FeedbackType, RefusedError } from '@earworm/contracts';
import { useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { contextOf } from './context.js';
import { freshUuid, uploadScreenshot } from './upload-screenshot.js';
import { type Box, type Picture, redacted } from './picture.js';
import about from '../../../package.json' with { type: 'json' };

export interface Draft {
  readonly type: FeedbackType;
  readonly title: string;
  readonly description: string;
  readonly picture: Picture | null;
  readonly boxes: readonly Box[];
}

const EMPTY: Draft = { type: 'bug', title: '', description: '', picture: null, boxes: [] };

/** The draft is kept while the window is closed. @param page path where the window was opened */
export function useFeedback(page: string) {
  const [draft, setDraft] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; code: ErrorCode } | null>(null);
  const [sent, setSent] = useState(false);
  // Kept until accepted: a repeated request is still one entry.
  const feedbackId = useRef(freshUuid());
  const uploaded = useRef<{ picture: Picture; boxes: readonly Box[]; uploadId: string } | null>(null);

  const change = (part: Partial<Draft>) => {
    setRefusal(null);
    setDraft((before) => {
      if ('picture' in part && before.picture) URL.revokeObjectURL(before.picture.url);
      return { ...before, ...part };
    });
  };
  const refuse = (error: unknown) => {
    const code = error instanceof RefusedError ? error.code : 'feedback-failed';
    if (code === 'screenshot-gone') uploaded.current = null;
    setRefusal({ text: errorText(error, 'feedback-failed'), code });
  };

  async function upload({ picture, boxes }: Draft): Promise<string | null> {
    if (picture === null) return null;
    const existing = uploaded.current;
    if (existing?.picture === picture && existing.boxes === boxes) return existing.uploadId;
    const uploadId = await uploadScreenshot(picture.name, await redacted(picture, boxes));
    uploaded.current = { picture, boxes, uploadId };
    return uploadId;
  }

  async function send(withPicture = true): Promise<void> {
    const { type, title, description } = draft;
    if (busy) return;
    setRefusal(null);
    if (title.trim() === '' || description.trim() === '') return refuse(new RefusedError('feedback-required'));
    setBusy(true);
    try {
      const uploadId = withPicture ? await upload(draft) : null;
      const body = {
        feedbackId: feedbackId.current,
        type,
        title,
        description,
        uploadId,
        gameVersion: GAME_VERSION,
        context: contextOf(page),
      };
      await http.call('submitFeedback', { body });
      feedbackId.current = freshUuid();
      uploaded.current = null;
      change(EMPTY);
      setSent(true);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  }

  return { draft, busy, refusal, sent, change, refuse, send, again: () => setSent(false) };
}
export type FeedbackState = ReturnType<typeof useFeedback>;

/** Of this page, which may be older than the server. */
const GAME_VERSION = about.version;
