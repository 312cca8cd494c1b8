import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import type { ErrorCode } from '@earworm/contracts';
import { sayError } from '../../app/notify.js';
import type { Problems } from './checks.js';

interface Options<Typed extends Record<string, string>> {
  readonly initial: Typed;
  readonly check: (typed: Typed) => Problems<keyof Typed & string>;
  readonly submit: (typed: Typed) => Promise<void>;
  /** Said when it failed without a word of its own. */
  readonly failure: ErrorCode;
  /** What helps with this error, said after its sentence. */
  readonly hint?: (error: unknown, typed: Typed) => string | null;
}

/** One form of the modal: what is typed, what is wrong with it, and whether it is on its way. */
export function useForm<Typed extends Record<string, string>>({
  initial,
  check,
  submit,
  failure,
  hint,
}: Options<Typed>) {
  const [typed, setTyped] = useState(initial);
  const [problems, setProblems] = useState<Problems<keyof Typed & string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const field = (name: keyof Typed & string) => ({
    name,
    value: typed[name],
    error: problems[name],
    onChange: (change: ChangeEvent<HTMLInputElement>) => {
      setTyped({ ...typed, [name]: change.currentTarget.value });
      setProblems({ ...problems, [name]: undefined });
    },
  });

  const onSubmit = async (attempt: SubmitEvent) => {
    attempt.preventDefault();
    const found = check(typed);
    setProblems(found);
    setRefusal(null);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      await submit(typed);
    } catch (error) {
      setRefusal([sayError(error, failure), hint?.(error, typed)].filter(Boolean).join(' '));
    } finally {
      setBusy(false);
    }
  };

  return { field, refusal, busy, onSubmit: (attempt: SubmitEvent) => void onSubmit(attempt) };
}
