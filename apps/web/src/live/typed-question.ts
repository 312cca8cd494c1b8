import { messageOf } from '../i18n/message.js';
import { type ClipId, type Command, contentOf, POINTS_MAX, type QuestionView } from '@earworm/rules';

/** A draft with every field said. */
export type FullDraft = Extract<Command, { type: 'addQuestion' }>['question'];

/** The question form as typed. */
export interface TypedQuestion {
  readonly youtubeLink: string;
  readonly youtubeSongName: string;
  readonly answer: string;
  /** Text while it is being typed; empty counts as 0. */
  readonly points: string | number;
  /** Played while there is no link. */
  readonly clipId: ClipId | null;
}

export type QuestionProblems = Partial<Record<keyof TypedQuestion, string>>;

export function typedFrom(question: QuestionView | null, suggestedPoints: number): TypedQuestion {
  const secret = question?.secret;
  return {
    clipId: secret?.medium.kind === 'clip' ? secret.medium.clipId : null,
    youtubeLink: secret?.medium.kind === 'youtube' ? secret.medium.youtubeLink : '',
    youtubeSongName: secret?.youtubeSongName ?? '',
    answer: secret?.answer ?? '',
    points: question ? question.points : suggestedPoints,
  };
}

/** What is sent. A question that plays a clip keeps it for as long as no link takes its place. */
export function draftFrom(typed: TypedQuestion): FullDraft {
  return {
    youtubeLink: typed.youtubeLink.trim(),
    clipId: typed.youtubeLink.trim() === '' ? typed.clipId : null,
    youtubeSongName: typed.youtubeSongName.trim(),
    answer: typed.answer.trim(),
    points: Math.min(POINTS_MAX, Math.max(0, Math.trunc(Number(typed.points)) || 0)),
  };
}

/** True when saving what is typed would make the question what it is. */
export function isTypedIn(question: QuestionView, typed: TypedQuestion): boolean {
  const [there, here] = [typedFrom(question, 0), typed].map((one) => contentOf(draftFrom(one)));
  return JSON.stringify(there) === JSON.stringify(here);
}

/** Everything wrong with the form at once, in the rules' own words, which name only the first. */
export function problemsOf(draft: FullDraft): QuestionProblems {
  const refusedWith = (change: Partial<FullDraft>) => {
    const read = contentOf({ ...draft, ...change });
    return 'refused' in read ? messageOf(read.refused) : undefined;
  };
  return {
    youtubeLink: refusedWith({ answer: 'x' }),
    answer: draft.answer === '' ? messageOf('answer-required') : undefined,
  };
}

export const hasProblems = (problems: QuestionProblems) => Object.values(problems).some(Boolean);

/** 90 → 1:30 */
export const clockTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
