import { Button, Checkbox } from '@blueprintjs/core';
import { useText } from '../../i18n/index.ts';
import type { List } from './useList.ts';

/** Which columns are shown in the table; the first always is. */
export default function ColumnChoice<Row, Answer>({ list }: { list: List<Row, Answer> }) {
  const t = useText('kit');
  const shown = new Set(list.shown.map(({ key }) => key));
  return (
    <fieldset className="column-menu" aria-label={t('list.columns.button')}>
      {list.columns
        .slice(1)
        .filter(({ actions }) => !actions)
        .map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={shown.has(key)}
            onChange={(event) => list.choose(key, event.currentTarget.checked)}
          />
        ))}
      <Button
        variant="minimal"
        size="small"
        text={t('list.columns.own')}
        disabled={list.chooseOwn === undefined}
        onClick={list.chooseOwn}
      />
    </fieldset>
  );
}
