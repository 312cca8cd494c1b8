import { randomUUID } from 'node:crypto';
import { TemplateId } from '@earworm/contracts';
import { CategoryId, QuestionId } from '@earworm/rules';
import type { Member } from './members.js';
import type { Board } from './prepared-game.js';

export interface TemplateOptions {
  /** Default: a title that no other template has. */
  readonly title?: string;
  /** Default: one category with three questions. */
  readonly board?: Board;
  readonly language?: string;
  readonly tags?: readonly string[];
  /** Default false. */
  readonly published?: boolean;
}

export interface PreparedTemplate {
  readonly templateId: TemplateId;
  readonly title: string;
  readonly paths: { readonly editor: string; readonly library: string };
}

const SYNTHS: Board = {
  Synths: [
    { answer: 'Alpha Song', link: 'https://youtu.be/aaaaaaaaaa1' },
    { answer: 'Beta Song', link: 'https://youtu.be/bbbbbbbbbb2' },
    { answer: 'Gamma Song', link: 'https://youtu.be/cccccccccc3' },
  ],
};

/** A word that no other template, tag or feedback has: what a run shares holds those of other tests too. */
export const uniqueWord = (word: string) => `${word}${randomUUID().slice(0, 8)}`;

/** A template that was made over the product's own HTTP, without a browser. */
export async function prepareTemplate(owner: Member, options: TemplateOptions = {}): Promise<PreparedTemplate> {
  const { title = uniqueWord('Eighties '), board = SYNTHS, language = null, tags = [], published = false } = options;
  const templateId = TemplateId.parse(randomUUID());
  const categories = Object.entries(board).map(([name, questions]) => ({
    categoryId: CategoryId.parse(randomUUID()),
    name,
    questions: questions.map(({ answer, link = 'https://youtu.be/aaaaaaaaaa1', song = '', points }, index) => ({
      questionId: QuestionId.parse(randomUUID()),
      answer,
      youtubeLink: link,
      youtubeSongName: song,
      points: points ?? (index + 1) * 100,
    })),
  }));
  const facts = { title, description: '', language, tags: [...tags] };
  await owner.http.call('createTemplate', { body: { templateId, facts, categories } });
  if (published) await owner.http.call('publishTemplate', { params: { templateId }, body: { published } });
  return {
    templateId,
    title,
    paths: { editor: `/template/edit/${templateId}`, library: `/library/template/${templateId}` },
  };
}
