import { useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { preferredName } from '../../platform/storage/game-marks.js';

/** What was typed by this user, the last name used in this browser, or the account's name. */
export function useOwnName(): readonly [name: string, setName: (typed: string) => void] {
  const user = useSession((session) => session.user);
  const [typed, setTyped] = useState<{ readonly text: string; readonly by: string | null } | null>(null);
  const isTheirs = typed !== null && (typed.by === null || typed.by === user?.id);
  const initial = preferredName() || (user && !user.isGuest ? user.name : '');
  return [isTheirs ? typed.text : initial, (text) => setTyped({ text, by: user?.id ?? null })];
}
