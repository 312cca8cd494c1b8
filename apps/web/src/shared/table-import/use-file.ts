import { useEffect, useRef, useState } from 'react';
import type { Encoding } from './encodings.js';
import { t } from './texts.js';

export interface ChosenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding?: Encoding;
}

const bytesOf = (file: File): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsArrayBuffer(file);
  });

interface Wanted {
  /** Why a file is not even read: it is too large. */
  refuse(file: File): string | null;
  /** Another file or encoding was chosen. */
  onChange(): void;
}

export function useFile({ refuse, onChange }: Wanted) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Of several files chosen quickly, the last one counts, whichever is read first.
  const choices = useRef(0);
  const start = () => {
    setProblem(null);
    onChange();
    return ++choices.current;
  };
  return {
    file,
    problem,
    /** A file that is being read is of no interest any more. */
    abandon: () => void start(),
    take: async (chosen: File) => {
      const { name } = chosen;
      const own = start();
      const refused = refuse(chosen);
      if (refused !== null) return setProblem(refused);
      const bytes = await bytesOf(chosen).catch(() => null);
      if (own !== choices.current) return;
      if (bytes === null) return setProblem(t('unreadable', { name }));
      setFile({ name, bytes });
    },
    drop: () => {
      start();
      setFile(null);
    },
    chooseEncoding: (encoding: Encoding) => {
      setProblem(null);
      onChange();
      setFile((before) => before && { ...before, encoding });
    },
  };
}

/** Parser and detector, which are of no use before there is a text. */
export function useReader<Reader>(load: () => Promise<Reader>, isWanted: boolean) {
  const [reader, setReader] = useState<Reader | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (reader !== null || !isWanted) return;
    let gone = false;
    load().then(
      (loaded) => {
        if (gone) return;
        setReader(loaded);
        setProblem(null);
      },
      () => !gone && setProblem(t('readFailed')),
    );
    return () => void (gone = true);
  }, [load, reader, isWanted]);
  return { reader, problem };
}
