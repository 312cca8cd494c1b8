import type { z } from 'zod';
import { POINTS_MAX } from '../constants.js';
import type { Medium } from '../media/medium.js';
import { findYoutubeLink } from '../media/youtube-link.js';
import type { QuestionContent, QuestionDraft } from '../quiz.js';
import type { QuestionView } from '../views.js';
import type { RejectionCode } from '../rejections.js';
import { cleanText, isClipId, isPlain } from '../texts.js';

export interface Refused {
  readonly refused: RejectionCode;
}

/** What a draft plays: its YouTube link, or without one its clip. */
export function mediumOf(draft: Pick<QuestionDraft, 'youtubeLink' | 'clipId'>): { readonly medium: Medium } | Refused {
  const typed = draft.youtubeLink ?? '';
  const youtubeLink = (isPlain(typed) ? typed : typed.toWellFormed().replace(/\p{Cc}/gu, ' ')).trim();
  if (youtubeLink === '') {
    const { clipId = null } = draft;
    return clipId !== null && isClipId(clipId)
      ? { medium: { kind: 'clip', clipId } }
      : { refused: 'youtube-link-required' };
  }
  const found = findYoutubeLink(youtubeLink);
  if (found === null) return { refused: 'youtube-link-invalid' };
  return { medium: { kind: 'youtube', youtubeLink: found.address, ...found.link } };
}

/** A draft as the log keeps it, or the first thing that is wrong with it: the link, then the answer. */
export function contentOf(draft: QuestionDraft): { readonly content: QuestionContent } | Refused {
  const played = mediumOf(draft);
  if ('refused' in played) return played;
  const answer = cleanText(draft.answer);
  if (answer === '') return { refused: 'answer-required' };
  const youtubeSongName = cleanText(draft.youtubeSongName ?? '');
  return { content: { medium: played.medium, youtubeSongName, answer, points: cleanPoints(draft.points ?? 0) } };
}

/** What a question of the full view was typed as; nothing for one whose answer the view does not show. */
export function draftsOf({ points, secret }: QuestionView): z.output<typeof QuestionDraft>[] {
  if (secret === null) return [];
  const { medium, youtubeSongName, answer } = secret;
  const isVideo = medium.kind === 'youtube';
  const [youtubeLink, clipId] = isVideo ? [medium.youtubeLink, null] : ['', medium.clipId];
  return [{ youtubeLink, clipId, youtubeSongName, answer, points }];
}

// Adding 0 turns -0, which JSON does not keep, into 0.
const cleanPoints = (points: number): number =>
  Number.isSafeInteger(points) ? Math.min(Math.max(points, 0), POINTS_MAX) + 0 : 0;
