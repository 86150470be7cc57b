/** Lines of a record (`rows`), one under another; each opens to its fields. */
import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import type { Field, FieldOf } from '../../contract/directory/fields.ts';
import type { Json } from '../../machines/recordPane/merge.ts';
import { type Text, useText } from '../i18n/index.ts';
import { type Fault, wordsOfFault } from '../ui/form/rules.ts';
import type { ControlProps } from './control.ts';
import { emptyValues, fieldsOf, type LineValues, nameOfLine, textsOfLines } from './values.ts';
import './lines.css';

interface LinesProps extends ControlProps<FieldOf<'rows'>> {
  /** Those of the form, which draws the fields of a line as well. */
  Control: ComponentType<ControlProps<Field>>;
  faultIn: (field: Field, value: never, t: Text) => Fault | null;
}

export default function LinesField(props: LinesProps) {
  const { name, field, t, of, binding, help, refused = {}, Control, faultIn } = props;
  const own = textsOfLines(t, name);
  const kit = useText('kit');
  const lines = binding.value as readonly LineValues[];
  const { disabled, error } = binding;
  const fields = fieldsOf({ spec: field });
  const change = (at: number, part: Readonly<Record<string, Json>>) =>
    binding.onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const add = () => binding.onChange([...lines, { ...emptyValues({ spec: field }), id: null, active: true }]);
  const saidOf = (at: number, what: string) => refused[`${name}.${at}.${what}`]?.[0];

  /** What a line is called: by its first field, a choice in its words. */
  function nameOf(line: LineValues): string {
    const [[first, kind] = [undefined, undefined]] = fields;
    const value = first === undefined ? null : line[first];
    if (kind?.kind === 'oneOf' && typeof value === 'string' && value !== '') return own(`values.${first}.${value}`);
    return nameOfLine(field, line) || own('new');
  }

  function wordsAt(line: LineValues, at: number, one: string, kind: Field): string | undefined {
    // as of every field: what is wrong is said once it was left, or after an attempt to save
    const fault = error === undefined ? null : faultIn(kind, line[one] as never, own);
    return fault === null ? saidOf(at, one) : wordsOfFault(fault, kit);
  }

  const isWrongAt = lines.map(
    (line, at) =>
      saidOf(at, 'active') !== undefined || fields.some(([one, kind]) => wordsAt(line, at, one, kind) !== undefined),
  );
  /** Of the lines together: too few of them, say. What is wrong with one of them is said there. */
  const saidOfAll = error === refused[name]?.[0] || !isWrongAt.includes(true) ? error : undefined;

  return (
    <fieldset className="lines" onBlur={binding.onBlur}>
      <legend className="field-label">{t(`fields.${name}`)}</legend>
      {help !== undefined && <p className="field-help">{help}</p>}
      {lines.map((line, at) => {
        const said = saidOf(at, 'active');
        return (
          <details
            key={line.id ?? `new-${at}`}
            className="line"
            open={line.id === null || isWrongAt[at] || undefined}
            data-testid="line"
          >
            <summary>
              <b>{nameOf(line)}</b>
              {!line.active && <span className="muted"> {t('directory:lines.archived')}</span>}
            </summary>
            <div className="directory-fields">
              {fields.map(([one, kind]) => (
                <Control
                  key={one}
                  name={one}
                  field={kind}
                  t={own}
                  of={of}
                  isNew={false}
                  isFirst={false}
                  help={undefined}
                  binding={{
                    ...binding,
                    name: `${name}.${at}.${one}`,
                    value: line[one],
                    onChange: (value: Json) => change(at, { [one]: value }),
                    onPropose: (value: Json) => change(at, { [one]: value }),
                    error: wordsAt(line, at, one, kind),
                  }}
                />
              ))}
            </div>
            {said !== undefined && (
              <p className="field-help error" role="alert">
                {said}
              </p>
            )}
            {!disabled && (
              <Button
                size="small"
                text={t(`directory:lines.${line.id === null ? 'remove' : line.active ? 'archive' : 'restore'}`)}
                onClick={() =>
                  line.id === null
                    ? binding.onChange(lines.filter((_, index) => index !== at))
                    : change(at, { active: !line.active })
                }
              />
            )}
          </details>
        );
      })}
      {!disabled && lines.length < field.max && (
        <Button size="small" icon={<PlusIcon size={12} />} text={own('add')} onClick={add} data-testid="line-add" />
      )}
      {/* below the button: as it comes, the button stays under the pointer that is pressing it */}
      {saidOfAll !== undefined && (
        <p className="field-help error" role="alert">
          {saidOfAll}
        </p>
      )}
    </fieldset>
  );
}
