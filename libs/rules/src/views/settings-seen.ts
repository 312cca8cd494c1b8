import type { Settings } from '../state.js';
import type { ViewKind } from '../views.js';

/** Settings as a kind of view has them. A list of insults is for the moderator alone. */
export function settingsSeen(settings: Settings, kind: ViewKind): Settings {
  if (kind === 'full') return settings;
  const { blockedNames: _blockedNames, ...seen } = settings;
  return seen;
}
