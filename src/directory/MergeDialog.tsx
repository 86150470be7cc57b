/** Which of the chosen records stays, where they turn out to be one. */
import { Button, Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { useText } from '../i18n/index.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import type { AnyRow } from './columns.tsx';
import { valuesOf } from './values.ts';

interface MergeDialogProps {
  directory: AnyDirectory;
  rows: readonly AnyRow[];
  titleOf: (row: AnyRow) => string;
  onClose: () => void;
  onMerge: (into: AnyRow, doubles: readonly AnyRow[]) => void;
}

export default function MergeDialog({ directory, rows, titleOf, onClose, onMerge }: MergeDialogProps) {
  const t = useText('directory');
  const [stays, setStays] = useState(rows[0]);
  /** Doubles are called alike: what an import knows them by tells them apart, and what they belong to. */
  function apart(row: AnyRow): string {
    const values = valuesOf(directory, row);
    const above = Object.entries(directory.spec.fields).flatMap(([name, { kind }]) =>
      kind === 'ref' ? [(values[name] as { title: string } | null)?.title ?? ''] : [],
    );
    return [String(values[directory.spec.key ?? directory.spec.label] ?? '—'), ...above].join(' · ');
  }
  const merge = () =>
    stays &&
    onMerge(
      stays,
      rows.filter((row) => row !== stays),
    );
  return (
    <AskDialog
      title={t('many.mergeTitle')}
      onClose={onClose}
      onSubmit={merge}
      foot={
        <>
          <Button intent="primary" text={t('many.merge')} onClick={merge} data-testid="many-merge-do" />
          <Button text={t('common:back')} onClick={onClose} />
        </>
      }
    >
      <p className="muted">{t('many.mergeText')}</p>
      <RadioGroup
        label={t('many.mergeStays')}
        selectedValue={stays?.id}
        onChange={({ currentTarget }) => setStays(rows.find(({ id }) => String(id) === currentTarget.value))}
      >
        {rows.map((row) => (
          <Radio
            key={row.id}
            value={row.id}
            labelElement={
              <>
                {titleOf(row)} <span className="muted num">{apart(row)}</span>
              </>
            }
          />
        ))}
      </RadioGroup>
    </AskDialog>
  );
}
