import { Button } from '@blueprintjs/core';
import { ErrorIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { useUnsaved } from '../../app/navigation.ts';
import { useText } from '../../i18n/index.ts';
import { classes } from '../look.ts';
import { DraftOffer } from './drafts/DraftOffer.tsx';
import { FormLabels, type Labels } from './drafts/labels.ts';
import { KeptForm } from './drafts/personal.ts';
import { LINE, openStops } from './stops.ts';
import type { Form as FormState } from './useForm.ts';
import './form.css';

/** The next field after this one, whatever its kind. */
function fieldAfter(form: HTMLFormElement, field: Element): HTMLElement | undefined {
  const stops = openStops(form);
  return stops[stops.indexOf(field as HTMLElement) + 1];
}

const KEYS: KeyGroup = {
  space: 'keys',
  title: 'form.title',
  rows: [
    ['form.next', 'Enter'],
    ['form.save', 'Ctrl', 'Enter'],
  ],
};

/**
 * The fields of a form whose frame is another's (a dialog is one already): what was written in them earlier is offered
 * first, and each knows where its draft is kept.
 */
export function FormFrame<V extends object>({ form, children }: { form: FormState<V>; children: ReactNode }) {
  const [labels] = useState<Labels>(() => ({ names: new Map(), readers: new Map() }));
  return (
    <KeptForm value={form.draft.form}>
      <DraftOffer draft={form.draft} labels={labels.names} readers={labels.readers} />
      <FormLabels value={labels}>{children}</FormLabels>
    </KeptForm>
  );
}

export interface FormProps<V extends object> {
  form: FormState<V>;
  children: ReactNode;
  className?: string;
  /** Enter in a field of one line: on to the next field and saved in the last (default), or saved at once. */
  enter?: 'next' | 'save';
  label?: string;
  /** The first field that is open takes the focus; on unmount it returns to where it was. */
  autoFocus?: boolean;
}

/**
 * Draws no frame: fields inside, keys for all of them. Ctrl+Enter saves from anywhere, Enter goes on and saves in the
 * last field; leaving the page with something typed and not saved asks first.
 */
export function Form<V extends object>({ form, children, className, enter = 'next', label, autoFocus }: FormProps<V>) {
  useKeys(KEYS);
  useUnsaved(form.isDirty && !form.busy);
  useEffect(() => {
    if (!autoFocus) return;
    const before = document.activeElement;
    if (form.element.current !== null) openStops(form.element.current, 'button')[0]?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [autoFocus, form.element]);
  const sent = useRef(false);
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    sent.current = false;
    const field = event.target as Element;
    // Blueprint's buttons take every Enter for themselves, also the one that saves
    const saves = event.ctrlKey || event.metaKey;
    const ofButton = saves && field.matches('button') && event.currentTarget.contains(field);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || (event.defaultPrevented && !ofButton)) return;
    if (saves) {
      event.preventDefault();
      sent.current = true;
      form.save();
      return;
    }
    // a menu that is open over the form is a child of it for React alone
    const chooses = field.matches('select');
    if (!(chooses || field.matches(LINE)) || !event.currentTarget.contains(field)) return;
    event.preventDefault();
    const next = enter === 'next' ? fieldAfter(event.currentTarget, field) : undefined;
    if (next !== undefined) next.focus();
    // on a choice nobody means the end of the form
    else if (!chooses) form.save();
  }
  return (
    <FormFrame form={form}>
      <form
        ref={form.element}
        noValidate
        className={classes('form', className)}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
        onKeyDown={onKeyDown}
        // Blueprint presses a button as Enter comes up: the choice that has the focus would open over what is saved
        onKeyUpCapture={(event) => {
          if (!sent.current || event.key !== 'Enter') return;
          sent.current = false;
          event.stopPropagation();
        }}
      >
        {children}
      </form>
    </FormFrame>
  );
}

export interface SaveBarProps<V extends object> {
  form: FormState<V>;
  /** the action: "Saqlash", "Dalolatnoma ochish" */
  save: string;
  onCancel?: (() => void) | undefined;
  testId?: string;
  /** the rare action at the far right */
  children?: ReactNode;
}

/** Save, cancel, how many errors there are (a press leads to the first), and far right the rare action. */
export function SaveBar<V extends object>({ form, save, onCancel, testId, children }: SaveBarProps<V>) {
  const t = useText('kit');
  return (
    <>
      <Button intent="primary" loading={form.busy} text={save} onClick={form.save} data-testid={testId} />
      {onCancel && (
        <Button
          text={t('common:back')}
          disabled={form.busy}
          onClick={onCancel}
          data-testid={testId && `${testId}-cancel`}
        />
      )}
      <span role="status">
        {form.errorCount > 0 && (
          <button type="button" className="error-count" onClick={form.focusFirstError}>
            <ErrorIcon size={12} />
            {t('form.errors', { count: form.errorCount })}
          </button>
        )}
      </span>
      {children !== undefined && <span className="rare">{children}</span>}
    </>
  );
}
