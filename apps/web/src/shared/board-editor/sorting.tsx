import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './board-editor.module.css';
import { t } from './texts.js';

// Constant: new objects would render every row.
const BY_POINTER = { activationConstraint: { distance: 5 } };
const BY_KEYS = { coordinateGetter: sortableKeyboardCoordinates };

interface SortingProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onMove: (id: string, to: number) => void;
  readonly children: ReactNode;
}

/** Sortable by pointer and keyboard, announced to screen readers. */
export function Sorting({ ids, nameOf, onMove, children }: SortingProps) {
  const [held, setHeld] = useState<string | null>(null);
  // Stable while the order is the same, so that typing does not render every row.
  const key = ids.join(' ');
  const items = useMemo(() => key.split(' ').filter(Boolean), [key]);
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYS));
  const announcementOf = (key: 'picked' | 'over' | 'dropped', id: string, at: string | undefined) =>
    t(key, { name: nameOf(id), place: ids.indexOf(at ?? id) + 1, count: ids.length });
  const picked = useRef(false);
  const announcements: Announcements = {
    // Announced once the list is measured: an arrow key pressed before that has no effect.
    onDragStart() {
      picked.current = false;
      return undefined;
    },
    onDragOver({ active, over }) {
      if (!over) return undefined;
      const isFirst = !picked.current;
      picked.current = true;
      return announcementOf(isFirst && over.id === active.id ? 'picked' : 'over', String(active.id), String(over.id));
    },
    onDragEnd: ({ active, over }) => announcementOf('dropped', String(active.id), over ? String(over.id) : undefined),
    onDragCancel: ({ active }) => t('cancelled', { name: nameOf(String(active.id)) }),
  };
  const end = ({ active, over }: DragEndEvent) => {
    setHeld(null);
    if (over && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('dragHelp') } }}
      onDragStart={({ active }) => setHeld(String(active.id))}
      onDragEnd={end}
      onDragCancel={() => setHeld(null)}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
      {/* In the body: within a card with `contain: layout` its position would count from the card. */}
      {createPortal(
        <DragOverlay dropAnimation={null}>
          {held !== null && <div className={styles.held}>{nameOf(held)}</div>}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

export interface Grip {
  readonly place: (element: HTMLElement | null) => void;
  readonly style: CSSProperties;
  readonly handle: ReactNode;
}

export function useGrip(id: string, label: string, onStep: (by: -1 | 1) => void): Grip {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const { role: _, ...described } = attributes;
  return {
    place: setNodeRef,
    style: { transform: CSS.Translate.toString(transform), transition, opacity: isDragging ? 0.4 : undefined },
    handle: (
      <ActionIcon
        ref={setActivatorNodeRef}
        className={styles.handle}
        {...described}
        {...listeners}
        aria-label={label}
        onKeyDown={(event) => {
          const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined;
          if (by === undefined) return void listeners?.['onKeyDown']?.(event);
          event.preventDefault();
          onStep(by);
        }}
      >
        <IconGripVertical size={20} />
      </ActionIcon>
    ),
  };
}
