import { NumberInput, Select } from '@mantine/core';
import { newUuid } from '@earworm/client';
import { SHOW_LIMITS } from '@earworm/contracts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { dayIn } from '../../shared/shows/show-times.js';
import { useReader } from '../../shared/table-import/use-file.js';
import { FormError } from '../../shared/ui/form.js';
import { languageChoices } from '../../shared/ui/language-names.js';
import { TextField } from '../../shared/ui/text-fields.js';
import styles from './add-rooms.module.css';
import { ROOM_FIELDS, type RoomColumn, type RoomField } from './room-columns.js';
import type { SourceProps } from './room-lines.js';
import { t } from './texts.js';

const loadReader = () => import('./read-rooms.js');
const COLUMNS: readonly RoomColumn[] = ROOM_FIELDS.map((role) => ({ heading: role, role, certain: true }));
const NONE = 'none';
const NUMBER_MOST = 99_999;
const NONE_KNOWN = new Map<string, never>();
/** Of the id that all rooms of one visit to the form begin with. */
const ID_LENGTH = 8;
const NAME_UNITS = 320;

/** Rooms with consecutive numbers. */
export function FormSource({ show, rooms, onLines }: SourceProps) {
  // The same for one visit: sent again, no room is created twice.
  const [id] = useState(() => newUuid().slice(0, ID_LENGTH));
  const [firstFree] = useState(() => Math.min(NUMBER_MOST, Math.max(0, ...rooms.map(({ number }) => number)) + 1));
  const [count, setCount] = useState<number | ''>('');
  const [first, setFirst] = useState<number | ''>(firstFree);
  const [name, setName] = useState(() => t('namePattern'));
  const [group, setGroup] = useState('');
  const [language, setLanguage] = useState(NONE);
  const [start, setStart] = useState('');
  const { reader, problem } = useReader(loadReader, count !== '');
  const { startsAt, timeZone } = show.facts;
  const lines = useMemo(() => {
    if (reader === null || count === '' || first === '') return null;
    const rows = Array.from({ length: count }, (_, at) => {
      const number = String(first + at);
      const cells: Partial<Record<RoomField, string>> = {
        ...{ id: `${id}-${number}`, number, name: name.replaceAll('#', number), group },
        ...{ language: language === NONE ? '' : language, start },
      };
      return { line: at + 1, cells: ROOM_FIELDS.map((field) => cells[field] ?? '') };
    });
    const known = { templates: NONE_KNOWN, rooms: NONE_KNOWN, blockedNames: [] };
    return reader.checkRooms(rows, COLUMNS, { timeZone, day: dayIn(startsAt, timeZone), ...known });
  }, [reader, id, count, first, name, group, language, start, startsAt, timeZone]);
  const give = useEffectEvent(onLines);
  useEffect(() => give(lines), [lines]);
  const number = (value: string | number) => (value === '' ? '' : Number(value));
  return (
    <div className={styles.form}>
      <NumberInput
        label={t('howMany')}
        min={1}
        max={SHOW_LIMITS.roomsMost}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={count}
        onChange={(value) => setCount(number(value) || '')}
      />
      <NumberInput
        label={t('firstNumber')}
        min={1}
        max={NUMBER_MOST}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={first}
        onChange={(value) => setFirst(number(value) || '')}
      />
      <TextField
        label={t('roomName')}
        description={t('roomNameHint')}
        dir="auto"
        autoComplete="off"
        maxLength={NAME_UNITS}
        value={name}
        onChange={setName}
      />
      <TextField
        label={t('group')}
        description={t('groupHint')}
        dir="auto"
        autoComplete="off"
        maxLength={NAME_UNITS}
        value={group}
        onChange={setGroup}
      />
      <Select
        label={t('language')}
        searchable
        allowDeselect={false}
        data={[{ value: NONE, label: t('asEvent') }, ...languageChoices()]}
        value={language}
        onChange={(value) => setLanguage(value ?? NONE)}
      />
      <TextField
        type="datetime-local"
        label={t('roomStart')}
        description={t('roomStartHint')}
        value={start}
        onChange={setStart}
      />
      <FormError>{problem}</FormError>
    </div>
  );
}
