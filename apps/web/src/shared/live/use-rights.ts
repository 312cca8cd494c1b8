import { type CrewMember, type GameView, memberOf, refusalOf, type Right, type UserId } from '@earworm/rules';
import { useMemo } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import { useSession } from '../../platform/session/session.js';

type Needed = Right | 'lead' | 'owner';

/** What the user of this page may do in a game. */
export interface Rights {
  /** Null for users who are not in the crew. */
  readonly member: CrewMember | null;
  may(needed: Needed): boolean;
  /** Null if the user may. */
  whyNot(needed: Needed): string | null;
  /** For a control that needs a right: disabled and explained, not hidden. `also`: disabled for another reason. */
  barred(needed: Needed, also?: boolean): { readonly disabled: boolean; readonly title: string | undefined };
}

type Shown = Pick<GameView, 'moderatorId' | 'moderatorName' | 'moderatorLeft' | 'createdAt' | 'crew'>;

export function rightsIn(game: Shown, userId: UserId | null): Rights {
  const whyNot = (needed: Needed) => {
    const refusal = refusalOf(game, userId, needed);
    return refusal === null ? null : messageOf(refusal);
  };
  return {
    member: memberOf(game, userId),
    may: (needed) => refusalOf(game, userId, needed) === null,
    whyNot,
    barred(needed, also = false) {
      const why = whyNot(needed);
      return { disabled: also || why !== null, title: why ?? undefined };
    },
  };
}

export const useOwnId = () => useSession(({ user }) => (user?.id ?? null) as UserId | null);

export function useRights(game: Shown): Rights {
  const userId = useOwnId();
  return useMemo(() => rightsIn(game, userId), [game, userId]);
}
