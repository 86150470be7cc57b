import { sourceOf } from '../../../directory/sources.ts';
import { useText } from '../../../i18n/index.ts';
import { type Chosen, ManyField } from '../../../ui/form/ManyField.tsx';

interface CategoryChoiceProps {
  value: readonly Chosen[];
  error: string | undefined;
  disabled: boolean;
  onChange: (categories: readonly Chosen[]) => void;
}

/** What the act counts; a chunk of its own, for it brings the lists of all directories. */
export function CategoryChoice({ error, ...field }: CategoryChoiceProps) {
  const t = useText('counting');
  return (
    <ManyField
      label={t('form.categories')}
      help={t('form.categoriesHelp')}
      add={t('form.addCategory')}
      of={sourceOf('category')}
      onBlur={() => {}}
      error={error}
      {...field}
    />
  );
}
