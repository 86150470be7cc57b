import { Button, SegmentedControl } from '@blueprintjs/core';
import { TickIcon, TimeIcon } from '@blueprintjs/icons';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { type Output, outputHandOver } from '../../../contract/outputs.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { useNetwork } from '../../app/network.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Form } from '../../ui/form/Form.tsx';
import { PersonalField, TextField } from '../../ui/form/fields.tsx';
import { maxLength, required, says } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { Kbd } from '../../ui/small.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { pickedOf } from './picked.ts';
import { fileOf, SignaturePad } from './SignaturePad.tsx';

interface Receiver {
  receiver: string;
  receiver_document: string;
  receiver_reason: string;
}
type Command = ReturnType<typeof useHandOver>;

const useHandOver = (output: Output, canvas: RefObject<HTMLCanvasElement | null>) => {
  const t = useText('outputs');
  const { id, version, number } = output;
  return useCommand<Receiver | null>(
    async (receiver, key) => {
      const place = canvas.current;
      if (place === null) throw new Error('nobody signs here');
      const signature = await fileOf(place);
      const body = { signature, ...receiver };
      await orRefused(() => request(outputHandOver, { params: { id }, body, ifMatch: version, key }));
    },
    () => toastSuccess(t('handOver.done', { number })),
  );
};

interface HandOverProps {
  output: Output;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Ctrl Enter presses it. */
  press: RefObject<(() => void) | null>;
}

/** Who receives, the signature, and the one button: all units or none. */
export function HandOver({ output, canvas, press }: HandOverProps) {
  const t = useText('outputs');
  const [other, setOther] = useState(false);
  const [signed, setSigned] = useState(false);
  const command = useHandOver(output, canvas);
  const { missing, unexplained } = output.facts;
  const closed = missing + unexplained > 0 ? t('sign.closed') : null;
  const self = (
    <p>
      <b>{output.client.fullname}</b>
      {output.client_document !== null && (
        <span className="muted"> · {t('receiver.document', { number: output.client_document })}</span>
      )}
    </p>
  );
  const pad = <SignaturePad canvas={canvas} closed={closed} signed={signed} onSigned={setSigned} />;
  const shared = { output, command, signed, press };
  return (
    <section className="out-receiver" aria-label={t('receiver.title')}>
      <div className="row out-receiver-head">
        <h2>{t('receiver.title')}</h2>
        <SegmentedControl
          size="small"
          options={[
            { label: t('receiver.self'), value: 'self' },
            { label: t('receiver.other'), value: 'other' },
          ]}
          value={other ? 'other' : 'self'}
          onValueChange={(value) => setOther(value === 'other')}
          aria-label={t('receiver.who')}
        />
      </div>
      {other ? (
        <OtherReceiver {...shared} pad={pad} />
      ) : (
        <>
          {self}
          {pad}
          <Bar {...shared} onPress={() => command.act(null)} />
        </>
      )}
    </section>
  );
}

interface BarProps {
  output: Output;
  command: Command;
  signed: boolean;
  press: RefObject<(() => void) | null>;
}

/** Somebody else signs: by name, document and why. */
function OtherReceiver({ pad, ...bar }: BarProps & { pad: ReactNode }) {
  const t = useText('outputs');
  const { output, command } = bar;
  const form = useForm<Receiver>({
    draft: { form: 'receiver', of: output.id },
    initial: { receiver: '', receiver_document: '', receiver_reason: '' },
    rules: {
      receiver: [required, maxLength(200)],
      receiver_document: [required, maxLength(50)],
      receiver_reason: [required, maxLength(500), says],
    },
    refused: command.refusal?.errors,
    busy: command.busy,
    onSave: (values) => {
      command.act(values);
      form.draft.drop();
    },
  });
  return (
    <>
      <Form form={form} label={t('receiver.other')}>
        <TextField label={t('receiver.name')} maxLength={200} {...form.field('receiver')} />
        <PersonalField label={t('receiver.number')} maxLength={50} {...form.field('receiver_document')} />
        <TextField label={t('receiver.reason')} maxLength={500} {...form.field('receiver_reason')} />
      </Form>
      {pad}
      <Bar {...bar} onPress={form.save} />
    </>
  );
}

function Bar({ output, command, signed, press, onPress }: BarProps & { onPress: () => void }) {
  const t = useText('outputs');
  const why = useId();
  const may = useAllows('product_delivery.confirm');
  const { reachable } = useNetwork();
  const { listed, stale, unexplained } = output.facts;
  const waits: string[] = [
    ...(may ? [] : [t('handOver.noRight')]),
    ...(listed ? [t('handOver.listed')] : []),
    ...(stale ? [t('handOver.stale')] : []),
    ...output.lines.flatMap((line) => {
      const left = line.qty - pickedOf(line);
      return left === 0
        ? []
        : [t('handOver.missing', { count: left, figure: formatNumber(left), goods: line.product_variant.title })];
    }),
    ...(unexplained > 0 ? [t('handOver.reasons', { count: unexplained, figure: formatNumber(unexplained) })] : []),
    ...(signed ? [] : [t('handOver.unsigned')]),
    ...(reachable ? [] : [t('handOver.offline')]),
  ];
  const isClosed = waits.length > 0;
  press.current = isClosed || command.busy ? null : onPress;
  return (
    <div className="out-bar">
      {command.refusal !== null && (
        <RefusalNotice refusal={command.refusal} inset onRetry={onPress} onClose={command.dismiss} />
      )}
      <Button
        intent="primary"
        size="large"
        fill
        icon={<TickIcon size={16} />}
        loading={command.busy}
        disabled={isClosed}
        aria-describedby={isClosed ? why : undefined}
        onClick={onPress}
        data-testid="hand-over"
      >
        {t('handOver.do', { count: output.units, figure: formatNumber(output.units) })} <Kbd>Ctrl</Kbd> <Kbd>↵</Kbd>
      </Button>
      {isClosed && (
        <ul className="out-waits" id={why} data-testid="waits">
          {waits.map((one) => (
            <li key={one}>
              <TimeIcon size={12} className="amber" /> {one}
            </li>
          ))}
        </ul>
      )}
      <p className="muted text-xs">{t('handOver.allOrNone')}</p>
    </div>
  );
}
