import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react';
import type { ErrorCode } from '@earworm/contracts';
import { authErrorText } from '../../platform/notifications/notify.js';
import type { Problems } from './checks.js';
import { useOneError } from './one-error.js';

interface Options<Typed extends Record<string, string>> {
  readonly initial: Typed;
  readonly check: (typed: Typed) => Problems<keyof Typed & string>;
  readonly submit: (typed: Typed) => Promise<void>;
  /** For errors without their own message. */
  readonly failure: ErrorCode;
  /** What helps, appended to the message. */
  readonly hint?: (error: unknown, typed: Typed) => string | null;
}

export function useForm<Typed extends Record<string, string>>({
  initial,
  check,
  submit,
  failure,
  hint,
}: Options<Typed>) {
  const [typed, setTyped] = useState(initial);
  const [busy, setBusy] = useState(false);
  const { formError, show } = useOneError();
  const form = useId();
  const placeOf = (name: string) => `${form} ${name}`;
  const errorAt = (place: string) => (formError?.at === place ? formError.text : undefined);

  const setField = (name: keyof Typed & string, value: string) => {
    setTyped((latest) => ({ ...latest, [name]: value }));
    if (formError?.at === placeOf(name)) show(null);
  };
  const field = (name: keyof Typed & string) => ({
    name,
    value: typed[name],
    error: errorAt(placeOf(name)),
    onChange: (change: ChangeEvent<HTMLInputElement>) => setField(name, change.currentTarget.value),
  });

  const onSubmit = async (attempt: SubmitEvent<HTMLFormElement>) => {
    attempt.preventDefault();
    const [problem] = Object.entries<string | undefined>(check(typed));
    if (problem?.[1] !== undefined) {
      const [name, text] = problem;
      show({ at: placeOf(name), text });
      const field = attempt.currentTarget.elements.namedItem(name);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    show(null);
    if (busy) return;
    setBusy(true);
    try {
      await submit(typed);
    } catch (error) {
      show({ at: form, text: [authErrorText(error, failure), hint?.(error, typed)].filter(Boolean).join(' ') });
    } finally {
      setBusy(false);
    }
  };

  return {
    field,
    setField,
    refusal: errorAt(form) ?? null,
    busy,
    onSubmit: (attempt: SubmitEvent<HTMLFormElement>) => void onSubmit(attempt),
  };
}
