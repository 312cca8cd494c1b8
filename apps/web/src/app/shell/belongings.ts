import { http } from '../../platform/http/http.js';

/** What a guest loses by signing out. */
export interface Belongings {
  readonly templates: number;
  readonly seats: number;
  readonly moderated: number;
}

export async function readBelongings(): Promise<Belongings> {
  const [mine, own, moderated] = await Promise.all([
    http.call('myTemplates'),
    http.call('history', { query: { list: 'own' } }),
    http.call('history', { query: { list: 'moderated' } }),
  ]);
  const open = ({ games }: typeof own, role: 'player' | 'moderator') =>
    games.filter((game) => game.role === role && game.status !== 'completed').length;
  return { templates: mine.total, seats: open(own, 'player'), moderated: open(moderated, 'moderator') };
}
