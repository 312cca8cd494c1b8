import { canJudge, type GameView, membersOf } from '@earworm/rules';
import { t as gameText } from '../../shared/game/texts.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import { t } from './texts.js';
import type { Desk } from './use-desk.js';

const QrDialog = lazyDialog(
  () => import('../../shared/invite/qr-dialog.js'),
  (module) => module.QrDialog,
);

export type DeskDialog = 'qr' | 'end' | 'leave' | 'unanswered';

interface DeskDialogsProps {
  /** The one that is open. */
  readonly dialog: string | null;
  readonly view: GameView;
  readonly desk: Desk;
  onLeave(): void;
  onClose(): void;
}

/** Nobody else can run the game now. */
const isAlone = (view: GameView) => membersOf(view).filter(canJudge).length < 2;

export function DeskDialogs({ dialog, view, desk, onLeave, onClose }: DeskDialogsProps) {
  return (
    <>
      <QrDialog game={view} opened={dialog === 'qr'} onClose={onClose} />
      <Confirm
        opened={dialog === 'unanswered'}
        title={t('nobodyTitle')}
        text={t('nobodyText', { count: view.current?.queueLength ?? 0 })}
        yes={t('nobodyYes')}
        onClose={onClose}
        onYes={desk.markUnanswered}
      />
      <Confirm
        opened={dialog === 'end'}
        title={t('endTitle')}
        text={t('endText')}
        yes={t('endYes')}
        tone="wrong"
        onClose={onClose}
        onYes={() => void desk.give({ type: 'completeGame' })}
      />
      <Confirm
        opened={dialog === 'leave'}
        title={t('leaveDeskTitle')}
        text={t(isAlone(view) ? 'leaveDeskText' : 'leaveDeskTextCrew')}
        yes={gameText('leaveYes')}
        onClose={onClose}
        onYes={onLeave}
      />
    </>
  );
}
