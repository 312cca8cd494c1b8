import { messageOf } from '../../platform/i18n/t.js';
import { type ClipId, contentOf, findYoutubeLink, LINK_MAX_LENGTH, POINTS_MAX } from '@earworm/rules';
import type { QuestionFields } from './board.js';

export interface TypedQuestion {
  readonly youtubeLink: string;
  readonly youtubeSongName: string;
  readonly answer: string;
  /** Text while it is being typed; empty counts as 0. */
  readonly points: string | number;
  /** Played without a link. */
  readonly clipId: ClipId | null;
}

export type QuestionProblems = Partial<Record<keyof TypedQuestion, string>>;

export function typedFrom(question: QuestionFields | null, suggestedPoints: number): TypedQuestion {
  return {
    clipId: question?.clipId ?? null,
    youtubeLink: question?.youtubeLink ?? '',
    youtubeSongName: question?.youtubeSongName ?? '',
    answer: question?.answer ?? '',
    points: question ? question.points : suggestedPoints,
  };
}

/** A clip is kept until a link replaces it. */
export function draftFrom(typed: TypedQuestion): QuestionFields {
  return {
    youtubeLink: addressIn(typed.youtubeLink),
    clipId: typed.youtubeLink.trim() === '' ? typed.clipId : null,
    youtubeSongName: typed.youtubeSongName.trim(),
    answer: typed.answer.trim(),
    points: Math.min(POINTS_MAX, Math.max(0, Math.trunc(Number(typed.points)) || 0)),
  };
}

/** What is no link stays as typed. */
const addressIn = (typed: string): string => findYoutubeLink(typed)?.address ?? typed.trim().slice(0, LINK_MAX_LENGTH);

/** Whether saving would change nothing. */
export function isTypedIn(question: QuestionFields, typed: TypedQuestion): boolean {
  const [there, here] = [typedFrom(question, 0), typed].map((one) => saved(draftFrom(one)));
  return JSON.stringify(there) === JSON.stringify(here);
}

function saved(draft: QuestionFields) {
  const read = contentOf(draft);
  return 'refused' in read ? draft : read.content;
}

/** The rules report only the first problem. */
export function problemsOf(draft: QuestionFields): QuestionProblems {
  const refusedWith = (change: Partial<QuestionFields>) => {
    const read = contentOf({ ...draft, ...change });
    return 'refused' in read ? messageOf(read.refused) : undefined;
  };
  return {
    youtubeLink: refusedWith({ answer: 'x' }),
    answer: draft.answer === '' ? messageOf('answer-required') : undefined,
  };
}

export const hasProblems = (problems: QuestionProblems) => Object.values(problems).some(Boolean);
