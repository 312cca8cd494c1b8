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
import styles from './board-editor.module.css';
import { t } from './texts.js';

// Fixed objects: with new ones at every drawing the library tells each row of the list to draw itself again.
const BY_POINTER = { activationConstraint: { distance: 5 } };
const BY_KEYS = { coordinateGetter: sortableKeyboardCoordinates };

interface SortingProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** `to` is the index it is put down at. */
  readonly onMove: (id: string, to: number) => void;
  readonly children: ReactNode;
}

/** A list whose things are dragged, by finger, mouse or keys, and says so to who cannot see it. */
export function Sorting({ ids, nameOf, onMove, children }: SortingProps) {
  const [held, setHeld] = useState<string | null>(null);
  // The same list as long as it says the same: a new one would draw every row at every letter typed in one of them.
  const key = ids.join(' ');
  const items = useMemo(() => key.split(' ').filter(Boolean), [key]);
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYS));
  const say = (key: 'picked' | 'over' | 'dropped', id: string, at: string | undefined) =>
    t(key, { name: nameOf(id), place: ids.indexOf(at ?? id) + 1, count: ids.length });
  const picked = useRef(false);
  const announcements: Announcements = {
    // Picked up is said once the places of the list are measured (its own is the first to be under it): an arrow key
    // pressed before that moves nothing.
    onDragStart() {
      picked.current = false;
      return undefined;
    },
    onDragOver({ active, over }) {
      if (!over) return undefined;
      const isFirst = !picked.current;
      picked.current = true;
      return say(isFirst && over.id === active.id ? 'picked' : 'over', String(active.id), String(over.id));
    },
    onDragEnd: ({ active, over }) => say('dropped', String(active.id), over ? String(over.id) : undefined),
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
      {/* What is held stays in the hand also when the list under it is scrolled away. */}
      <DragOverlay dropAnimation={null}>
        {held !== null && <div className={styles.held}>{nameOf(held)}</div>}
      </DragOverlay>
    </DndContext>
  );
}

export interface Grip {
  readonly place: (element: HTMLElement | null) => void;
  readonly style: CSSProperties;
  readonly handle: ReactNode;
}

/** One thing of the list: how it is drawn while things move, and what it is held by. */
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
