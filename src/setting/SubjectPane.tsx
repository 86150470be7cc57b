/** One subject of a dated setting: what holds now, and every revision that it had. */
import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type Chosen, type Field, type Fields, isFigure } from '../../contract/directory/fields.ts';
import type { StoredImage } from '../../contract/images.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { useCall } from '../api/queries.ts';
import { formatDate, formatDateTime } from '../format/dates.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { Failed } from '../ui/Failed.tsx';
import { FileLink } from '../ui/files/FileLink.tsx';
import { Figures as FigureList, Pane } from '../ui/layout.tsx';
import { SkeletonRows } from '../ui/loading.tsx';
import { RevisionItem } from './RevisionItem.tsx';
import {
  type AnyRevision,
  besideTree,
  type Figures,
  inWords,
  lineOf,
  type SpecialSetting,
  type SubjectRow,
} from './revisions.ts';

/** Short whatever they say, as figures are; all other kinds are words, which may take several lines. */
const SHORT: ReadonlySet<Field['kind']> = new Set(['date', 'period', 'years', 'bool', 'oneOf']);

interface SubjectPaneProps {
  setting: AnySetting;
  special?: SpecialSetting;
  row: SubjectRow;
  title: string;
  /** Begins a new revision; undefined for who may not. */
  onAdd: (() => void) | undefined;
  onOpen: (revision: AnyRevision) => void;
  onClose: () => void;
}

export function SubjectPane({ setting, special, row, title, onAdd, onOpen, onClose }: SubjectPaneProps) {
  const { spec, calls } = setting;
  const Result = special?.Result;
  const own = useText(`settings/${spec.name}`);
  const t = useText('setting');
  const language = useLanguage();
  // a record of a tree may have none of its own
  const first = spec.inherits === undefined ? row.id : (row.first ?? null);
  const read = useCall(calls.revisions, { params: { id: first ?? 0 } } as never, { enabled: first !== null });
  const revisions = (read.data as { data: AnyRevision[] } | undefined)?.data;
  const { in_force: now } = row;
  const itemsOf = (fields: Fields, values: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).map(([name, field]) => ({
      key: name,
      label: own(`fields.${name}`),
      value:
        field.kind === 'image' ? (
          <Kept images={[values[name] as StoredImage]} />
        ) : isFigure(field) || SHORT.has(field.kind) ? (
          inWords(name, field, values[name], own, language)
        ) : (
          <span className="revision-words">{inWords(name, field, values[name], own, language)}</span>
        ),
    }));
  const { images, others } = parted(spec.fields);
  const beside = besideTree(setting);
  const besideWords = (values: Figures) =>
    Object.keys(beside).length === 0 ? [] : [lineOf(beside, values, own, language)];
  /** Of what figures are that hold in a record of a tree. */
  function ofWhat(figures: Figures): string[] {
    if (spec.inherits === undefined) return [];
    const { id, title: name } = figures[spec.inherits] as Chosen;
    return [...besideWords(figures), ...(id === row.id ? [] : [t('pane.inherited', { name })])];
  }
  return (
    <Pane
      title={title}
      onClose={onClose}
      closeLabel={t('common:close')}
      {...(onAdd && {
        foot: (
          <Button
            intent="primary"
            icon={<PlusIcon size={14} />}
            text={t('pane.change')}
            onClick={onAdd}
            data-testid="revision-add"
          />
        ),
      })}
    >
      <h3 className="revision-head">{t('pane.now')}</h3>
      {now === null ? (
        <p className="muted">{t('pane.none')}</p>
      ) : (
        <>
          <FigureList items={[...itemsOf(spec.fields, now), ...itemsOf(spec.extra ?? {}, row)]} />
          <p className="muted">
            {[t('plannedFrom', { date: formatDate(now.valid_from) }), ...ofWhat(now)].join(' · ')}
          </p>
        </>
      )}
      {Result && <Result figures={now} />}
      {special?.beside?.(row, own)}
      <h3 className="revision-head">{t('pane.history')}</h3>
      {first === null ? (
        <p className="muted">{t('pane.noHistory')}</p>
      ) : revisions === undefined ? (
        read.error ? (
          <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={4} columns={[3, 1]} />
        )
      ) : (
        <ul className="revisions" data-testid="revisions">
          {revisions.map((revision) => (
            <RevisionItem
              key={revision.id}
              revision={revision}
              figures={lineOf(others, revision, own, language)}
              onOpen={() => onOpen(revision)}
            >
              {besideWords(revision).map((words) => (
                <div key={words} className="muted">
                  {words}
                </div>
              ))}
              {images.length > 0 && <Kept images={images.map((name) => revision[name] as StoredImage)} />}
              <Steps revision={revision} confirmed={spec.confirm === true} />
            </RevisionItem>
          ))}
        </ul>
      )}
    </Pane>
  );
}

/** Fields that are pictures, and those that are words. */
function parted(fields: Fields) {
  const all = Object.entries(fields);
  return {
    images: all.flatMap(([name, { kind }]) => (kind === 'image' ? [name] : [])),
    others: Object.fromEntries(all.filter(([, { kind }]) => kind !== 'image')),
  };
}

/** Pictures of a revision, each to be taken whole. */
const Kept = ({ images }: { images: readonly StoredImage[] }) => (
  <span className="image-kept">
    {images.map((image) => (
      <FileLink key={image.id} file={image} preview />
    ))}
  </span>
);

/** Who wrote it, and what a person did with it last. */
function Steps({ revision, confirmed }: { revision: AnyRevision; confirmed: boolean }) {
  const t = useText('setting');
  const { created_by, created_at, last_step } = revision;
  const steps = [
    ...(created_by === null ? [] : [{ event: 'revision.create', by: created_by, at: created_at }]),
    ...(last_step === null || last_step.event === 'revision.create' ? [] : [last_step]),
  ];
  return steps.map(({ event, by, at }) => (
    <div key={event} className="muted text-xs">
      {t(`steps.${confirmed && event === 'revision.plan' ? 'confirm' : event.replace('revision.', '')}`, {
        name: by.fullname,
        time: formatDateTime(at),
      })}
    </div>
  ));
}
