import { randomUUID } from 'node:crypto';
import { TEMPLATE_FORMAT, TemplateFile, TemplateId } from '@earworm/contracts';
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
  readonly templateId: string;
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
    name,
    questions: questions.map(({ answer, link = 'https://youtu.be/aaaaaaaaaa1', song = '', points }, index) => ({
      answer,
      youtubeLink: link,
      youtubeSongName: song,
      points: points ?? (index + 1) * 100,
    })),
  }));
  const file = TemplateFile.parse({ format: TEMPLATE_FORMAT, version: 1, title, language, tags, categories });
  const base64 = Buffer.from(JSON.stringify(file)).toString('base64');
  const imported = await owner.http.call('importTemplate', { body: { templateId, fileName: 'prepared.json', base64 } });
  if (imported.kind !== 'imported') throw new Error(`The template was refused: ${JSON.stringify(imported.problems)}`);
  if (published) await owner.http.call('publishTemplate', { params: { templateId }, body: { published } });
  return {
    templateId,
    title,
    paths: { editor: `/template/edit/${templateId}`, library: `/library/template/${templateId}` },
  };
}
