import { QUESTION_BYTES, QUIZ_BYTES_MAX, QUIZ_COPY_BYTES_MAX } from '../constants.js';
import type { QuestionContent } from '../quiz.js';

type Texts = Pick<QuestionContent, 'medium' | 'youtubeSongName' | 'answer'>;

/** Of ASCII, in cleaned text, only these two are written longer than they are. */
const AS_LONG_AS_WRITTEN = /^[^"\\\u0080-\uffff]*$/;
const LONGEST = 3;

/** Whether a game may hold all these questions after an edit that adds to them. */
export const fitOneGame = (questions: readonly Texts[]): boolean =>
  haveTextsWithin(questions, QUIZ_BYTES_MAX - questions.length * QUESTION_BYTES);

/** Whether a game may be created with these questions, which may be a copy of a larger game or template. */
export const fitOneCopy = (questions: readonly Texts[]): boolean => haveTextsWithin(questions, QUIZ_COPY_BYTES_MAX);

function haveTextsWithin(questions: readonly Texts[], max: number): boolean {
  let characters = 0;
  for (const question of questions) for (const text of textsOf(question)) characters += text.length;
  if (characters * LONGEST <= max) return true;
  let bytes = 0;
  for (const question of questions) bytes += writtenBytes(question);
  return bytes <= max;
}

/** Bytes of a question's texts as JSON in UTF-8, without the quotes around them. */
export function writtenBytes(question: Texts): number {
  let bytes = 0;
  for (const text of textsOf(question)) {
    if (AS_LONG_AS_WRITTEN.test(text)) bytes += text.length;
    else for (let i = 0; i < text.length; i++) bytes += bytesOf(text.charCodeAt(i));
  }
  return bytes;
}

const textsOf = ({ medium, youtubeSongName, answer }: Texts): readonly string[] =>
  medium.kind === 'youtube' ? [medium.youtubeLink, youtubeSongName, answer] : [youtubeSongName, answer];

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

function bytesOf(unit: number): number {
  if (unit < 0x80) return unit === QUOTE || unit === BACKSLASH ? 2 : 1;
  const isHalfOfPair = unit >= 0xd800 && unit < 0xe000;
  return unit < 0x800 || isHalfOfPair ? 2 : LONGEST;
}
