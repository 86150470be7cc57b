import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import type { DraftPlace } from './drafts/forms.ts';
import { type Draft, useDraft } from './drafts/useDraft.ts';
import { type Fault, faultOf, type Rule, wordsOfFault } from './rules.ts';

type Names<V> = keyof V & string;

export interface FormOptions<V extends object> {
  initial: V;
  rules?: { readonly [K in Names<V>]?: Rule<V[K], V> | readonly Rule<V[K], V>[] };
  /** Values that pass every rule. */
  onSave: (values: V) => void;
  /** `errors` of a refused save: `refusal?.errors`. Each stays at its field until that is changed. */
  refused?: Readonly<Record<string, readonly string[]>> | undefined;
  /** What the server calls a field, where it is not its name: `{ organization: 'organization_id' }`. */
  names?: { readonly [K in Names<V>]?: string };
  busy?: boolean;
  /** Fields that no draft has: secrets. */
  unkept?: readonly Names<V>[];
  /** Under what its input is kept until it is saved, and offered again; null: the form only shows. */
  draft: DraftPlace | null;
  /** A draft was taken: what stood in its fields when it was written. */
  onDraft?: (base: Partial<V>) => void;
}

/** Spread onto a field of fields.tsx: `<TextField label={…} {...form.field('title')} />`. */
export interface FieldBinding<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  /** what was typed is no value at all (no number, no day): reported by the field itself */
  onFault: (fault: Fault | null) => void;
  /** What the app chooses by itself; a method, because fields of a narrower choice take it too. */
  onPropose(value: Value): void;
  error: string | undefined;
  disabled: boolean;
}

export interface Form<V extends object> {
  values: V;
  set: <K extends Names<V>>(name: K, value: V[K]) => void;
  /** A value of the app's own: taken where nobody has changed the field, and nothing that is lost with the form. */
  propose: <K extends Names<V>>(name: K, value: V[K]) => void;
  field: <K extends Names<V>>(name: K) => FieldBinding<V[K]>;
  /** Words at fields, as they are shown now. */
  errors: Partial<Record<Names<V>, string>>;
  errorCount: number;
  /** The server's errors that belong to no field of this form. */
  otherErrors: readonly string[];
  isDirty: boolean;
  /** What was written earlier and not saved. Its page calls `draft.drop` when a save ends the form. */
  draft: Draft;
  busy: boolean;
  save: () => void;
  /** `written`: what is in the fields and not saved. */
  reset: (values?: V, written?: V) => void;
  /** The record was read again: fields that nobody changed take its values, the others keep what is typed. */
  follow: (now: V) => void;
  focusFirstError: () => void;
  /** Of `<Form>`. */
  element: React.RefObject<HTMLFormElement | null>;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Whether two values of a field are the same to a person. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => sameValue((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}

/** A value in words, to be compared with what is typed. */
function wordsOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'title' in value) return String(value.title);
  return typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number'
      ? formatNumber(value)
      : '—';
}

/**
 * A form: its values, and what is wrong with them. A fault is shown once its field was changed and left, or after a
 * try to save; the first one then has the focus.
 */
export function useForm<V extends object>(options: FormOptions<V>): Form<V> {
  const {
    rules = {} as NonNullable<FormOptions<V>['rules']>,
    onSave,
    refused,
    names = {},
    busy = false,
    unkept = [],
  } = options;
  const t = useText('kit');
  const element = useRef<HTMLFormElement | null>(null);
  const [initial, setInitial] = useState(options.initial);
  const [values, setValues] = useState<V>(options.initial);
  /** What stood in the fields of a taken draft when it was written. */
  const [draftBase, setDraftBase] = useState<Partial<V>>({});
  /** Changed since it came into focus, and left. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState<Readonly<Record<string, Fault | undefined>>>({});
  const [tries, setTries] = useState(0);
  const [tried, setTried] = useState(false);

  // a server error of a field refers to the value that was sent
  const [answered, setAnswered] = useState({ refused, changed: new Set<string>() as ReadonlySet<string> });
  if (answered.refused !== refused) setAnswered({ refused, changed: new Set() });
  const changedSince = answered.refused === refused ? answered.changed : new Set<string>();

  const fields = Object.keys(values) as Names<V>[];
  const wireOf = (name: Names<V>) => (names as Record<string, string | undefined>)[name] ?? name;
  const isChanged = (name: Names<V>) => !sameValue(values[name], initial[name]);
  /**
   * Something else stands there than when the draft was written: it is said before it is saved over. In a new record
   * nobody has written: other values of a later day are its form's own.
   */
  const isChangedByOthers = (name: Names<V>) =>
    options.draft?.of !== 'new' && name in draftBase && isChanged(name) && !sameValue(draftBase[name], initial[name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is changed follows from these
  const written = useMemo(() => {
    const changed = fields.filter((name) => isChanged(name) && !unkept.includes(name));
    const of = (from: V) => Object.fromEntries(changed.map((name) => [name, from[name]]));
    return { fields: of(values), base: of(initial) };
  }, [values, initial]);
  const draft = useDraft({
    place: options.draft,
    written,
    onTaken(earlier) {
      // of a field that this release has no more there is nothing to show
      const known = (from: object) =>
        Object.fromEntries(Object.entries(from).filter(([name]) => name in initial)) as Partial<V>;
      const back = { ...initial, ...known(earlier.fields) };
      reset(initial, back);
      const base = known(earlier.base);
      setDraftBase(base);
      options.onDraft?.(base);
      if (fields.every((name) => sameValue(back[name], initial[name]))) draft.drop();
    },
    onStartedOver: () => reset(),
  });

  const errors: Partial<Record<Names<V>, string>> = {};
  let sound = true;
  for (const name of fields) {
    const fault = typed[name] ?? faultOf(rules[name], values[name], values);
    if (fault !== null) sound = false;
    const said = changedSince.has(name) ? undefined : refused?.[wireOf(name)]?.[0];
    if (fault !== null && (tried || left.has(name))) errors[name] = wordsOfFault(fault, t);
    else if (said !== undefined) errors[name] = said;
    else if (isChangedByOthers(name)) errors[name] = t('form.draft.changed', { now: wordsOfValue(initial[name]) });
  }
  const known = new Set(fields.map(wireOf));
  const otherErrors = Object.entries(refused ?? {}).flatMap(([name, words]) => (known.has(name) ? [] : words));

  function focusFirstError(): void {
    for (const wrong of element.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"], .field-help.error') ??
      []) {
      // of lines and of a picture no single control is wrong: theirs has the focus, and the words are shown
      const isControl = wrong.matches('[aria-invalid]');
      const control = isControl ? wrong : wrong.closest('fieldset, .field')?.querySelector<HTMLElement>('button');
      if (!control) continue;
      control.focus();
      if (!isControl) wrong.scrollIntoView?.({ block: 'center' });
      return;
    }
  }

  // after a try that failed here, and after one that the server refused
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try and a new refusal move the focus, nothing else
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstError();
  }, [tries, refused]);

  function reset(next = initial, mine = next): void {
    setInitial(next);
    setValues(mine);
    setLeft(new Set());
    setTyped({});
    setTried(false);
    setDraftBase({});
  }

  function set<K extends Names<V>>(name: K, value: V[K]): void {
    setValues((before) => ({ ...before, [name]: value }));
    // who writes has seen what stands there
    setDraftBase(({ [name]: _, ...others }) => others as Partial<V>);
    setAnswered((before) => ({ ...before, changed: new Set([...before.changed, name]) }));
  }

  function propose<K extends Names<V>>(name: K, value: V[K]): void {
    setInitial((before) => ({ ...before, [name]: value }));
    setValues((before) => (sameValue(before[name], initial[name]) ? { ...before, [name]: value } : before));
  }

  return {
    values,
    set,
    propose,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => set(name, value),
      onBlur: () => {
        if (isChanged(name) || typed[name] !== undefined) setLeft((before) => new Set([...before, name]));
      },
      onFault: (fault) => setTyped((before) => ({ ...before, [name]: fault ?? undefined })),
      onPropose: (value) => propose(name, value),
      error: errors[name],
      disabled: busy,
    }),
    errors,
    errorCount: Object.keys(errors).length,
    otherErrors,
    draft,
    isDirty: fields.some(isChanged) || Object.values(typed).some((fault) => fault !== undefined),
    busy,
    save() {
      if (busy) return;
      if (sound) return onSave(values);
      setTried(true);
      setTries(tries + 1);
    },
    reset,
    follow(now) {
      setInitial(now);
      setValues((before) => {
        const typed = fields.filter((name) => !sameValue(before[name], initial[name]));
        return { ...now, ...Object.fromEntries(typed.map((name) => [name, before[name]])) };
      });
    },
    focusFirstError,
    element,
  };
}
