import { csvOf } from '@earworm/contracts';
import { nameOf, type Category } from '../templates/content.js';

const COLUMNS = ['category', 'points', 'answer', 'youtubeSongName', 'youtubeLink', 'clipId'] as const;

/** Gives each category a distinct name: otherwise two would become one when the file is imported. */
export function writeCsv(categories: readonly Category[]): string {
  const taken = new Set<string>();
  const rows = categories.flatMap((category, index) => {
    const name = distinct(nameOf(category, index), taken);
    if (category.questions.length === 0) return [[name]];
    return category.questions.map(({ points, answer, youtubeSongName, youtubeLink, clipId }) => [
      name,
      String(points),
      answer,
      youtubeSongName,
      youtubeLink,
      clipId ?? '',
    ]);
  });
  return csvOf([[...COLUMNS], ...rows.map((row) => COLUMNS.map((_, index) => row[index] ?? ''))]);
}

function distinct(name: string, taken: Set<string>): string {
  let found = name;
  for (let n = 2; taken.has(found); n++) found = `${name} (${n})`;
  taken.add(found);
  return found;
}
