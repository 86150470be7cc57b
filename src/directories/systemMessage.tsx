/** Texts that the system sends: each offers the variables that it may have. */
import { systemMessage } from '../../contract/directories/systemMessage.ts';
import type { Names } from '../../contract/directory/fields.ts';
import { MessageField } from '../directory/message.tsx';
import { directoryPage } from '../directory/page.tsx';
import type { FieldBinding } from '../ui/form/useForm.ts';

const { max } = systemMessage.spec.fields.text;

export default directoryPage(systemMessage, {
  fields: {
    text: ({ form, record, t }) => (
      <MessageField
        label={t('fields.text')}
        max={max}
        variables={String(record?.facts.variables ?? '').split(', ')}
        {...(form.field('text') as unknown as FieldBinding<Names>)}
      />
    ),
  },
});
