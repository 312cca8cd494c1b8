import { type GameView, type Leader, LEADERS_SHOWN, type TeamView } from '@earworm/rules';
import { isolated, localeNow } from '../../platform/i18n/texts.js';
import { nameWidth } from '../ui/names.js';
import { t } from './texts.js';

/** So many are always named; a fourth only where all names together are no wider than this, in letters. */
const NAMED = 3;
const NAMES_WIDTH_MAX = 48;

/** Those on the first place; nobody wins without points. */
export function winnersOf(leaders: readonly Leader[]): readonly Leader[] {
  const best = leaders[0]?.score ?? 0;
  return best > 0 ? leaders.filter(({ score }) => score === best) : [];
}

/** Who won, as every screen says it at the end of a game. */
export function resultText({ leaders, playerCount }: Pick<GameView, 'leaders' | 'playerCount'>): string {
  const winners = winnersOf(leaders);
  const [winner] = winners;
  if (leaders.length === 0) return t('overNobody');
  if (winner === undefined) return t('nobodyScored');
  if (winners.length === 1) return t('wins', { name: winner.name });
  // All that a view shows of a larger game share the place: how many more do is not known here.
  const areCounted = winners.length < LEADERS_SHOWN || playerCount === LEADERS_SHOWN;
  return t('shareFirst', { names: inOneSentence(winners, areCounted) });
}

function inOneSentence(winners: readonly Leader[], areCounted: boolean): string {
  const names = winners.map(({ name }) => isolated(name));
  const list = new Intl.ListFormat(localeNow());
  const fit = (count: number) => nameWidth(names.slice(0, count).join('')) <= NAMES_WIDTH_MAX;
  if (names.length <= NAMED || (names.length === NAMED + 1 && fit(NAMED + 1))) return list.format(names);
  const named = names.slice(0, fit(NAMED) ? NAMED : NAMED - 1);
  const others = areCounted ? t('otherWinners', { count: names.length - named.length }) : t('manyOthers');
  return list.format([...named, others]);
}

/** So many members of a team are named where there are more than the view has names of. */
const MEMBERS_NAMED = 2;

/** Who is in a team, the captain first; empty without any. */
export function membersText({ members, memberNames = [] }: Pick<TeamView, 'members' | 'memberNames'>): string {
  const names = memberNames.map((name) => isolated(name));
  const list = new Intl.ListFormat(localeNow());
  if (members <= names.length) return list.format(names);
  const named = names.slice(0, MEMBERS_NAMED);
  return list.format([...named, t('moreMembers', { count: members - named.length })]);
}

/** Of the team that an entry of the standing is. */
export function membersOf({ teams }: Pick<GameView, 'teams'>, { seat }: Pick<Leader, 'seat'>): string {
  const team = teams?.find(({ number }) => number === seat);
  return team === undefined ? '' : membersText(team);
}
