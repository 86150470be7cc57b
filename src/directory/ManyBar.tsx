/** What acts on the chosen records of a directory: one field for all, Excel, merging, steps of their chart, the archive. */
import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { ArchiveIcon, EditIcon, ExportIcon, MergeColumnsIcon, UndoIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useState } from 'react';
import { verbOf } from '../../contract/directory/chart.ts';
import { type AnyDirectory, ruleOfStep } from '../../contract/directory/directory.ts';
import type { Field } from '../../contract/directory/fields.ts';
import { type Json, sameJson } from '../../contract/json.ts';
import { allows } from '../../contract/rules.ts';
import type { ManyCommand } from '../../machines/manyRecords/manyRecords.machine.ts';
import { useUser } from '../app/session.ts';
import { formatNumber } from '../format/numbers.ts';
import { type Text, useText } from '../i18n/index.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { Form, SaveBar } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { ChosenBar, type ChosenBarProps } from '../ui/list/many/ChosenBar.tsx';
import { itemOf } from '../ui/list/many/many.ts';
import type { AnyRow } from './columns.tsx';
import { FieldControl, rulesOf } from './controls.tsx';
import { fieldsOfMany } from './manyFields.ts';
import { emptyOf, valuesOf } from './values.ts';

const MergeDialog = lazy(() => import('./MergeDialog.tsx'));

interface ManyBarProps extends Omit<ChosenBarProps<AnyRow>, 'children'> {
  directory: AnyDirectory;
  /** The list shows the archive. */
  archived: boolean;
  titleOf: (row: AnyRow) => string;
  /** Takes the chosen rows into Excel; undefined for who may not. */
  onExcel: ((rows: readonly AnyRow[]) => void) | undefined;
  /** Texts of the directory. */
  own: Text;
}

export default function ManyBar(props: ManyBarProps) {
  const { actor, choice, all, rows, onOpen } = props;
  return (
    <ChosenBar actor={actor} choice={choice} all={all} rows={rows} onOpen={onOpen}>
      <Acts {...props} />
    </ChosenBar>
  );
}

function Acts({ directory, actor, choice, archived, titleOf, onExcel, own }: ManyBarProps) {
  const t = useText('directory');
  const user = useUser();
  const [field, setField] = useState<[string, Field] | null>(null);
  const [merging, setMerging] = useState(false);
  const { rows } = choice;
  const fields = fieldsOfMany(directory, user);
  const steps = Object.entries(directory.spec.chart?.steps ?? {}).flatMap(([event, { many }]) =>
    many && allows(user.rules, ruleOfStep(directory, event)) ? [event] : [],
  );
  const begin = (command: ManyCommand, those: readonly AnyRow[] = rows) =>
    actor.send({ type: 'many.begin', command, items: those.map((row) => itemOf(row, titleOf(row))) });
  return (
    <>
      {!archived && fields.length > 0 && (
        <PopoverNext
          arrow={false}
          animation="minimal"
          placement="top-start"
          content={
            <Menu>
              {fields.map(([name, one]) => (
                <MenuItem key={name} text={own(`fields.${name}`)} onClick={() => setField([name, one])} />
              ))}
            </Menu>
          }
        >
          <Button icon={<EditIcon size={14} />} text={t('many.change')} data-testid="many-change" />
        </PopoverNext>
      )}
      {onExcel && <Button icon={<ExportIcon size={14} />} text={t('many.excel')} onClick={() => onExcel(rows)} />}
      {directory.spec.doubles && !archived && rows.length > 1 && (
        <Button
          icon={<MergeColumnsIcon size={14} />}
          text={t('many.merge')}
          onClick={() => setMerging(true)}
          data-testid="many-merge"
        />
      )}
      {steps.map((event) => (
        <Button
          key={event}
          text={own(`steps.${verbOf(event)}.do`)}
          onClick={() => begin({ type: 'step', event })}
          data-testid={`many-${verbOf(event)}`}
        />
      ))}
      {!directory.spec.fixed && directory.spec.chart === undefined && (
        <Button
          icon={archived ? <UndoIcon size={14} /> : <ArchiveIcon size={14} />}
          text={t(archived ? 'many.restore' : 'many.archive')}
          onClick={() => begin({ type: archived ? 'restore' : 'archive' })}
          data-testid={archived ? 'many-restore' : 'many-archive'}
        />
      )}
      {merging && (
        <Suspense>
          <MergeDialog
            directory={directory}
            rows={rows}
            titleOf={titleOf}
            onClose={() => setMerging(false)}
            onMerge={(into, doubles) => {
              setMerging(false);
              choice.drop(into);
              begin({ type: 'merge', into: into.id }, doubles);
            }}
          />
        </Suspense>
      )}
      {field !== null && (
        <ChangeDialog
          directory={directory}
          name={field[0]}
          field={field[1]}
          rows={rows}
          own={own}
          onClose={() => setField(null)}
          onChange={(value, those) => {
            setField(null);
            begin({ type: 'change', field: field[0], value }, those);
          }}
        />
      )}
    </>
  );
}

interface ChangeDialogProps {
  directory: AnyDirectory;
  name: string;
  field: Field;
  rows: readonly AnyRow[];
  own: Text;
  onClose: () => void;
  onChange: (value: Json, rows: readonly AnyRow[]) => void;
}

/** The new value of one field; the button says how many records it really changes. */
function ChangeDialog({ directory, name, field, rows, own, onClose, onChange }: ChangeDialogProps) {
  const t = useText('directory');
  const changed = (value: Json) => rows.filter((row) => !sameJson(valuesOf(directory, row)[name] ?? null, value));
  const form = useForm<Record<string, Json>>({
    draft: { form: `record.${directory.spec.name}.many`, of: `new.${name}` },
    initial: { [name]: emptyOf(field) },
    rules: { [name]: rulesOf(field, own) } as never,
    onSave: (values) => {
      const value = values[name] ?? null;
      form.draft.drop();
      onChange(value, changed(value));
    },
  });
  const figure = changed(form.values[name] ?? null).length;
  const title = t('many.changeTitle', { field: own(`fields.${name}`) });
  return (
    <AskDialog title={title} onClose={onClose} foot={null}>
      <Form form={form} label={title} autoFocus enter="save">
        <FieldControl
          name={name}
          field={field}
          t={own}
          of={directory.spec.name}
          isNew={false}
          isFirst={false}
          binding={form.field(name)}
          help={undefined}
        />
      </Form>
      <SaveBar
        form={form}
        save={t('many.changeDo', { count: figure, figure: formatNumber(figure) })}
        onCancel={onClose}
        testId="many-save"
      />
    </AskDialog>
  );
}
