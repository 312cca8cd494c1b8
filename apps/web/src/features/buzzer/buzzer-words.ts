import type { BuzzerState } from './buzzer-state.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';
import { change, figure, ordinal } from '../../platform/i18n/numbers.js';
import { seconds } from '../../shared/live/times.js';

/** Phones have no space bar. */
const onTouch = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

export function buzzerWords(
  state: BuzzerState,
  moderatorName: string,
  hasTeam = false,
): { readonly main: string; readonly sub: string } {
  switch (state.kind) {
    case 'connecting':
      return { main: t('b_connecting'), sub: t('b_connecting_sub') };
    case 'lobby':
      return { main: t('b_lobby'), sub: t('b_lobby_sub') };
    case 'wait':
      if (state.allPlayed) return { main: t('b_wait'), sub: t('b_wait_last', { name: moderatorName }) };
      if (state.youPick) return { main: t('b_pick'), sub: t('b_pick_sub') };
      return { main: t('b_wait'), sub: t('b_wait_sub', { name: state.picker ?? moderatorName }) };
    case 'away':
      return { main: t('b_away'), sub: t('b_away_sub', { name: moderatorName }) };
    case 'gamePaused':
      return { main: t('b_away'), sub: t('gamePaused') };
    case 'armed':
      if (!state.answering) return { main: t('b_armed'), sub: t(onTouch() ? 'b_armed_touch' : 'b_armed_sub') };
      return {
        main: t('b_armed'),
        sub: t('b_armed_behind', { name: state.answering, place: ordinal(state.place) }),
      };
    case 'paused':
      return { main: t('b_paused'), sub: t('b_paused_sub') };
    case 'sent':
      return { main: t('b_sent'), sub: t('b_sent_sub') };
    case 'first':
      return { main: t('b_first'), sub: t('b_first_sub') };
    case 'inLine':
      return { main: ordinal(state.place), sub: inLineText(state.answering ?? '', state) };
    case 'team': {
      const sub =
        state.place === 1
          ? t('b_team_first', { name: state.by })
          : t('b_team_sub', { name: state.by, place: ordinal(state.place) });
      return { main: t('b_team'), sub };
    }
    case 'right':
      return { main: change(state.gain), sub: t('b_right_sub') };
    case 'wrong':
      return { main: change(state.gain), sub: state.canBuzz ? t('b_wrong_again') : t('b_wrong_sub') };
    case 'out':
      return { main: t('b_out'), sub: t(hasTeam ? 'b_out_team' : 'b_out_sub') };
    case 'early':
      return { main: t('b_out'), sub: t('b_early_out') };
    case 'locked':
      if (state.early) return { main: figure(state.seconds), sub: t('b_early_sub') };
      return { main: figure(state.seconds), sub: t(hasTeam ? 'b_locked_team' : 'b_locked_sub') };
    case 'reconnecting': {
      const sub = state.held ? 'b_reconnecting_kept' : state.canBuzz ? 'b_reconnecting_armed' : 'b_reconnecting_sub';
      return { main: t('b_reconnecting'), sub: t(sub) };
    }
    case 'over':
      return { main: gameText('overTitle'), sub: '' };
  }
}

type InLine = Pick<Extract<BuzzerState, { kind: 'inLine' }>, 'behindMs' | 'answers'>;

function inLineText(name: string, { behindMs, answers }: InLine): string {
  if (answers) return t('b_inLine_answers', { name });
  if (behindMs === undefined) return t('b_inLine_sub', { name });
  return behindMs === null ? t('b_inLine_level', { name }) : t('b_inLine_behind', { name, gap: seconds(behindMs) });
}
