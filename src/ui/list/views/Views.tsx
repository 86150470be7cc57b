/**
 * Saved views of a list: the one that is shown and whether it was changed since, the others, and what is shown now kept
 * under a name. Nothing is overwritten unasked: a view is changed by its author alone, others keep a copy of their own.
 */
import { Button, PopoverNext } from '@blueprintjs/core';
import { CaretDownIcon, CrossIcon, ThListIcon, TickIcon, UndoIcon } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  type ListView,
  listViewAdd,
  listViewDelete,
  listViewEdit,
  listViewIndex,
} from '../../../../contract/listViews.ts';
import { request } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { orRefused } from '../../../api/refusal.ts';
import { useAllows } from '../../../app/session.ts';
import { useText } from '../../../i18n/index.ts';
import { Failed } from '../../Failed.tsx';
import { Form } from '../../form/Form.tsx';
import { CheckField, TextField } from '../../form/fields.tsx';
import { required } from '../../form/rules.ts';
import { useForm } from '../../form/useForm.ts';
import { SkeletonRows } from '../../loading.tsx';
import { Notice } from '../../Notice.tsx';
import { useCommand } from '../../question/useCommand.ts';
import { RefusalNotice } from '../../RefusalNotice.tsx';
import { toastSuccess } from '../../toasts.ts';
import { heldOf, isSame, type Shown, useShown, type ViewedList } from './useShown.ts';
import './views.css';

const SHARE = 'list_view.share';

interface ViewsProps {
  list: ViewedList;
  opened: boolean;
  /** Under the list's controls: what has room for a sentence. */
  under: HTMLElement | null;
}

export default function Views({ list, opened, under }: ViewsProps) {
  const t = useText('listViews');
  const [open, setOpen] = useState(opened);
  const shown = useShown(list);
  const { data, error, refetch } = useCall(listViewIndex, { query: { list: list.name } });
  const current = data?.data.find(({ id }) => id === shown.named);
  const kept = current && heldOf(list, current);
  const changed = kept !== undefined && !isSame(shown.now, kept.held);
  const name = current?.name ?? t('kit:list.views');
  useEffect(() => {
    if (current !== undefined && shown.isStale(current)) shown.tidy(current);
  });
  const notice =
    current !== undefined && kept !== undefined && kept.gone.length > 0 ? (
      <Notice
        tone="waiting"
        action={current.own && !changed && <Overwrite key={current.version} view={current} now={shown.now} />}
      >
        {t('gone', { name: current.name, parts: kept.gone.map((one) => t(`parts.${one}`)).join(', ') })}
      </Notice>
    ) : null;
  return (
    <>
      {under !== null && createPortal(notice, under)}
      <PopoverNext
        arrow={false}
        animation="minimal"
        placement="bottom-start"
        isOpen={open}
        onInteraction={setOpen}
        content={
          <section className="view-menu" aria-label={t('kit:list.views')}>
            {error !== null && data === undefined && (
              <Failed title={t('failed')} error={error} onRetry={() => void refetch()} />
            )}
            {error === null && data === undefined && <SkeletonRows rows={3} />}
            {data !== undefined && (
              <Menu
                list={list.name}
                views={data.data}
                current={current}
                changed={changed}
                shown={shown}
                close={() => setOpen(false)}
              />
            )}
          </section>
        }
      >
        <Button
          className="view-button"
          icon={<ThListIcon size={14} />}
          endIcon={<CaretDownIcon size={14} />}
          active={open}
          aria-label={changed ? t('changedName', { name }) : name}
          title={name}
          data-testid="list-views"
        >
          <span className="cut">{name}</span>
          {changed && <span className="view-dot" />}
        </Button>
      </PopoverNext>
    </>
  );
}

interface MenuProps {
  list: string;
  views: readonly ListView[];
  current: ListView | undefined;
  changed: boolean;
  shown: ReturnType<typeof useShown>;
  close: () => void;
}

function Menu({ list, views, current, changed, shown, close }: MenuProps) {
  const t = useText('listViews');
  const [kept, setKept] = useState(0);
  const [removed, setRemoved] = useState<readonly ListView[]>([]);
  const show = (view: ListView | null) => {
    shown.show(view);
    close();
  };
  const groups = [
    { key: 'own', views: views.filter(({ own }) => own) },
    { key: 'shared', views: views.filter(({ own }) => !own) },
  ].filter((group) => group.views.length > 0);
  return (
    <>
      <ul>
        <li>
          <Choice pressed={current === undefined} text={t('whole')} onClick={() => show(null)} />
        </li>
      </ul>
      {groups.map((group) => (
        <section key={group.key} aria-label={t(group.key)}>
          <h3>{t(group.key)}</h3>
          <ul>
            {group.views.map((view) => (
              <Row
                key={view.id}
                view={view}
                pressed={view.id === current?.id}
                onShow={() => show(view)}
                onRemoved={() => setRemoved((before) => [...before, view])}
              />
            ))}
          </ul>
        </section>
      ))}
      {removed.length > 0 && (
        <ul>
          {removed.map((view) => (
            <Removed
              key={view.id}
              view={view}
              list={list}
              onKept={() => setRemoved((before) => before.filter((one) => one !== view))}
            />
          ))}
        </ul>
      )}
      {current !== undefined && changed && (
        <div className="view-changed">
          <p>{t(current.own ? 'changed' : 'sharedChanged', { name: current.name })}</p>
          <div className="row">
            {current.own && <Overwrite key={current.version} view={current} now={shown.now} onDone={close} />}
            <Button icon={<UndoIcon size={14} />} text={t('asKept')} onClick={() => show(current)} />
          </div>
        </div>
      )}
      <Keep
        key={`kept-${kept}`}
        list={list}
        now={shown.now}
        onKept={(id) => {
          shown.name(id);
          setKept(kept + 1);
          close();
        }}
      />
    </>
  );
}

function Choice({ pressed, text, onClick }: { pressed: boolean; text: string; onClick: () => void }) {
  return (
    <button type="button" className="view-choice" aria-pressed={pressed} onClick={onClick}>
      <span className="view-tick">{pressed && <TickIcon size={14} />}</span>
      <span className="grow">{text}</span>
    </button>
  );
}

interface RowProps {
  view: ListView;
  pressed: boolean;
  onShow: () => void;
  onRemoved: () => void;
}

function Row({ view, pressed, onShow, onRemoved }: RowProps) {
  const t = useText('listViews');
  const mayShare = useAllows(SHARE);
  const remove = useCommand<number>(async (id, key) => {
    const { message } = await orRefused(() => request(listViewDelete, { params: { id }, key }));
    toastSuccess(message);
    onRemoved();
  });
  const words = t('delete', { name: view.name });
  return (
    <li>
      <div className="row">
        <Choice pressed={pressed} text={view.name} onClick={onShow} />
        <span className="muted text-xs">{view.own ? view.shared && t('forAll') : view.author}</span>
        {(view.own || mayShare) && (
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={14} />}
            loading={remove.busy}
            aria-label={words}
            title={words}
            onClick={() => remove.act(view.id)}
          />
        )}
      </div>
      {remove.refusal !== null && <RefusalNotice refusal={remove.refusal} onClose={remove.dismiss} inset />}
    </li>
  );
}

interface Named {
  name: string;
  shared: boolean;
}

interface KeepingProps {
  list: string;
  onKept: (id: number) => void;
}

/** What was deleted while the menu is open can be brought back. */
function Removed({ view, list, onKept }: KeepingProps & { view: ListView }) {
  const t = useText('listViews');
  const mayShare = useAllows(SHARE);
  const { name, address, columns, shared } = view;
  const back = useCommand<string>(async (_, key) => {
    const body = { list, name, address, columns, shared: shared && mayShare };
    const { message, id } = await orRefused(() => request(listViewAdd, { body, key }));
    toastSuccess(message);
    onKept(id);
  });
  return (
    <li>
      <div className="row">
        <span className="grow muted">{t('deleted', { name })}</span>
        <Button
          variant="minimal"
          size="small"
          icon={<UndoIcon size={14} />}
          text={t('bringBack')}
          loading={back.busy}
          onClick={() => back.act(name)}
        />
      </div>
      {back.refusal !== null && <RefusalNotice refusal={back.refusal} onClose={back.dismiss} inset />}
    </li>
  );
}

/** The view that is shown takes what is shown now. */
function Overwrite({ view, now, onDone }: { view: ListView; now: Shown; onDone?: () => void }) {
  const t = useText('listViews');
  const command = useCommand<Shown>(async ({ address, columns }, key) => {
    const { name, shared, version } = view;
    const body = { name, shared, address, columns };
    const { message } = await orRefused(() =>
      request(listViewEdit, { params: { id: view.id }, body, ifMatch: version, key }),
    );
    toastSuccess(message);
  }, onDone);
  return (
    <>
      <Button text={t('overwrite')} loading={command.busy} onClick={() => command.act(now)} />
      {command.refusal !== null && <RefusalNotice refusal={command.refusal} onClose={command.dismiss} inset />}
    </>
  );
}

function Keep({ list, now, onKept }: KeepingProps & { now: Shown }) {
  const t = useText('listViews');
  const mayShare = useAllows(SHARE);
  const send = useCommand<Named>(async ({ name, shared }, key) => {
    const body = { list, name: name.trim(), shared, ...now };
    const { message, id } = await orRefused(() => request(listViewAdd, { body, key }));
    toastSuccess(message);
    form.draft.drop();
    onKept(id);
  });
  const form = useForm<Named>({
    draft: { form: 'record.listView', of: `new.${list}` },
    initial: { name: '', shared: false },
    rules: { name: required },
    refused: send.refusal?.errors,
    busy: send.busy,
    onSave: send.act,
  });
  return (
    <Form form={form}>
      <TextField label={t('keep')} maxLength={60} placeholder={t('name')} {...form.field('name')} />
      {mayShare && <CheckField label={t('share')} {...form.field('shared')} />}
      {send.refusal !== null && send.refusal.errors.name === undefined && (
        <RefusalNotice refusal={send.refusal} onClose={send.dismiss} inset />
      )}
      <Button text={t('overwrite')} loading={send.busy} disabled={form.values.name.trim() === ''} onClick={form.save} />
    </Form>
  );
}
