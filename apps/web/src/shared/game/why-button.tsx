import { useState } from 'react';
import type { CurrentView, QueueEntry, Settings } from '@earworm/rules';
import { lazyDialog } from '../ui/lazy-dialog.js';

const WhyDialog = lazyDialog(
  () => import('./why-dialog.js'),
  (module) => module.WhyDialog,
);

interface WhyButtonProps {
  /** Neighbours in the queue. A change of them closes the dialog. */
  readonly before: QueueEntry;
  readonly entry: QueueEntry;
  readonly buzzOrder: Settings['buzzOrder'];
  readonly text: string;
  readonly className: string | undefined;
  readonly doubts?: CurrentView['doubts'];
  readonly forDesk?: boolean;
}

/** Opens why one player is before another. */
export const WhyButton = (props: WhyButtonProps) => (
  <Button key={`${props.before.playerId} ${props.entry.playerId}`} {...props} />
);

function Button({ before, entry, buzzOrder, text, className, doubts, forDesk = false }: WhyButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        // The same word stands in several rows of the desk.
        aria-label={forDesk ? `${text}: ${before.name}, ${entry.name}` : undefined}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      <WhyDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        before={before}
        entry={entry}
        // The first of the queue may be the second of those who buzzed.
        isFirst={before.evidence?.behindMs === 0}
        buzzOrder={buzzOrder}
        doubts={doubts}
        forDesk={forDesk}
      />
    </>
  );
}
