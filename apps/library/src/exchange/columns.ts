/** The columns of a CSV file, as we write them, and what people call them. */
export const COLUMNS = ['category', 'points', 'answer', 'youtubeSongName', 'youtubeLink', 'clipId'] as const;
export type Column = (typeof COLUMNS)[number];

const NAMES: Record<string, Column> = {
  category: 'category',
  kategorie: 'category',
  points: 'points',
  punkte: 'points',
  answer: 'answer',
  antwort: 'answer',
  youtubesongname: 'youtubeSongName',
  songname: 'youtubeSongName',
  song: 'youtubeSongName',
  youtubelink: 'youtubeLink',
  link: 'youtubeLink',
  url: 'youtubeLink',
  video: 'youtubeLink',
  clipid: 'clipId',
  clip: 'clipId',
};

export const columnNamed = (heading: string): Column | undefined => {
  const key = heading.toLowerCase().replace(/[\s_-]+/g, '');
  return Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
};
