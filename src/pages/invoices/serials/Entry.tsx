import { Button, SegmentedControl } from '@blueprintjs/core';
import { BarcodeIcon, VolumeOffIcon, VolumeUpIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MAX_GENERATED } from '../../../../contract/invoices/shared.ts';
import { parseWhole } from '../../../../machines/countingWorkspace/scan.ts';
import { checkedOf } from '../../../../machines/serialDesk/desk.ts';
import { expectedOf } from '../../../../machines/serialDesk/units.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Field, TextInput } from '../../../ui/Field.tsx';
import { classes } from '../../../ui/look.ts';
import { play, setSound, soundIsOn } from '../../../ui/sound.ts';
import { useFitting } from '../../../ui/useFitting.ts';
import type { SerialDeskActor } from './actors.ts';
import { useFaultWords } from './words.ts';

interface EntryProps {
  actor: SerialDeskActor;
  field: RefObject<HTMLInputElement | null>;
}

const WAYS = ['scan', 'paste', 'make'] as const;
type Way = (typeof WAYS)[number];

/** How numbers come to the list: by the scanner, from Excel, or made here. */
export function Entry({ actor, field }: EntryProps) {
  const t = useText('serialDesk');
  const way = useSelector(actor, (snapshot): Way => {
    if (snapshot.matches({ open: { entry: 'pasting' } })) return 'paste';
    return snapshot.matches({ open: { entry: 'scanning' } }) ? 'scan' : 'make';
  });
  const making = useSelector(actor, (snapshot) => snapshot.matches({ open: { entry: 'making' } }));
  return (
    <section className="desk-entry" aria-label={t('entry.label')}>
      <div className="row desk-ways">
        <SegmentedControl
          size="small"
          value={way}
          disabled={making}
          options={WAYS.map((value) => ({ value, label: t(`entry.${value}`) }))}
          onValueChange={(value) => actor.send({ type: `entry.${value as Way}` })}
          data-testid="desk-ways"
        />
        <Sound />
      </div>
      {way === 'scan' && <ScanField actor={actor} field={field} />}
      {way === 'paste' && <PasteField actor={actor} />}
      {way === 'make' && <MakeField actor={actor} making={making} />}
    </section>
  );
}

function Sound() {
  const t = useText('serialDesk');
  const [on, setOn] = useState(soundIsOn);
  const toggle = () => {
    setSound(!on);
    setOn(!on);
    if (!on) play('taken');
  };
  return (
    <Button
      variant="minimal"
      size="small"
      icon={on ? <VolumeUpIcon size={14} /> : <VolumeOffIcon size={14} />}
      aria-label={t('sound')}
      title={t('sound')}
      aria-pressed={on}
      onClick={toggle}
    />
  );
}

function ScanField({ actor, field }: EntryProps) {
  const t = useText('serialDesk');
  const placeholder = useFitting(field, t('scan.placeholder'), t('scan.short'), t('scan.shortest'));
  const frame = useRef<HTMLDivElement>(null);
  const expected = useSelector(actor, ({ context }) =>
    expectedOf(
      context.line,
      context.units.find((unit) => unit.id === context.openId),
    ),
  );
  const imeis = useSelector(actor, ({ context }) => context.line.imeiCount);
  const number = useSelector(actor, ({ context }) => context.units.findIndex((unit) => unit.id === context.openId) + 1);

  useEffect(() => {
    const subscription = actor.on('code.handled', ({ kind }) => {
      const box = frame.current;
      const good = kind === 'taken' || kind === 'pasted' || kind === 'made';
      play(good ? 'taken' : 'refused');
      if (box === null) return;
      box.dataset.flash = good ? 'taken' : 'refused';
      // a second flash in a row uses the other animation name
      box.dataset.beat = box.dataset.beat === 'odd' ? 'even' : 'odd';
    });
    return () => subscription.unsubscribe();
  }, [actor]);

  // texts: serialDesk expected.*
  const waits = expected === 'unit' && imeis > 0 ? `phone${imeis > 1 ? 'Two' : 'One'}` : expected;
  const open = expected === 'firstImei' || expected === 'secondImei';
  return (
    <>
      <div className="desk-scan" ref={frame} data-testid="desk-frame">
        <BarcodeIcon size={20} className="muted" />
        <input
          ref={field}
          type="text"
          aria-label={t('scan.label')}
          aria-describedby="desk-expected"
          placeholder={placeholder}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          // biome-ignore lint/a11y/noAutofocus: the desk is this field
          autoFocus
          onKeyDown={(event) => {
            const input = event.currentTarget;
            if (event.key === 'Enter') {
              event.preventDefault();
              const text = input.value;
              input.value = '';
              // the text is read from the field itself: React is never waited for
              actor.send(text.trim() === '' ? { type: 'phone.close' } : { type: 'code.scan', text });
            } else if (event.key === 'Escape' && input.value !== '') {
              event.stopPropagation();
              input.value = '';
            }
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!/[\t\n\r]/.test(text.trim())) return;
            event.preventDefault();
            actor.send({ type: 'rows.paste', text });
          }}
          data-testid="desk-scan"
        />
      </div>
      <p className={classes('desk-expected', open && 'open')} id="desk-expected" data-testid="desk-expected">
        {t(`expected.${waits}`, { number })}
      </p>
      <LastWords actor={actor} />
    </>
  );
}

/** The result of the last code, also announced to screen readers. */
function LastWords({ actor }: { actor: SerialDeskActor }) {
  const t = useText('serialDesk');
  const words = useFaultWords();
  const last = useSelector(actor, ({ context }) => context.last);
  const fault = useSelector(actor, ({ context }) => {
    const { faults } = checkedOf(context);
    const id = context.last?.unitId ?? null;
    if (id === null) return undefined;
    // a phone that was left without its IMEI comes before the one that was begun
    const before = context.units[context.units.findIndex((unit) => unit.id === id) - 1];
    return faults.get(id) ?? (before === undefined ? undefined : faults.get(before.id));
  });
  const place = useSelector(
    actor,
    ({ context }) => context.units.findIndex((unit) => unit.id === context.last?.unitId) + 1,
  );
  const bad = last !== null && !['taken', 'pasted', 'made'].includes(last.kind);
  return (
    <p className={classes('desk-last', bad && 'red')} role="status" data-testid="desk-last">
      {last !== null &&
        (last.kind === 'faulty' && fault !== undefined
          ? t('last.faulty', { number: place, words: words(fault) })
          : t(`last.${last.kind}`, { code: last.code, number: place, count: last.count }))}
    </p>
  );
}

function PasteField({ actor }: { actor: SerialDeskActor }) {
  const t = useText('serialDesk');
  const [text, setText] = useState('');
  const nothing = useSelector(actor, ({ context }) => context.last?.kind === 'noRows');
  const imeis = useSelector(actor, ({ context }) => context.line.imeiCount);
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'rows.paste', text });
      }}
    >
      <Field
        label={t('paste.label')}
        help={t(imeis > 0 ? 'paste.helpPhone' : 'paste.help')}
        error={nothing ? t('last.noRows') : undefined}
      >
        {(wiring) => (
          <textarea
            {...wiring}
            className="bp6-input bp6-fill code"
            rows={5}
            // biome-ignore lint/a11y/noAutofocus: the person chose to paste
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            data-testid="desk-paste"
          />
        )}
      </Field>
      <Button type="submit" text={t('paste.take')} data-testid="desk-paste-take" />
    </form>
  );
}

function MakeField({ actor, making }: { actor: SerialDeskActor; making: boolean }) {
  const t = useText('serialDesk');
  const left = useSelector(actor, ({ context }) =>
    Math.max(1, context.needed - (context.line.hasMany ? context.saved.length + context.units.length : 0)),
  );
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const single = useSelector(actor, ({ context }) => !context.line.hasMany);
  const [text, setText] = useState(String(Math.min(left, MAX_GENERATED)));
  const count = parseWhole(text);
  const right = count !== null && count >= 1 && count <= MAX_GENERATED;
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (right) actor.send({ type: 'numbers.make', count: single ? 1 : count });
      }}
    >
      {!single && (
        <Field
          label={t('make.label')}
          number
          help={t('make.help')}
          error={right ? refusal?.message : t('make.wrong', { most: formatNumber(MAX_GENERATED) })}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="numeric"
              autoFocus
              value={text}
              disabled={making}
              onChange={(event) => setText(event.target.value)}
              data-testid="desk-make"
            />
          )}
        </Field>
      )}
      {single && refusal !== null && (
        <p className="red" role="alert">
          {refusal.message}
        </p>
      )}
      <Button type="submit" text={t('make.do')} loading={making} disabled={!right} data-testid="desk-make-do" />
    </form>
  );
}
