/** What every control of a directory's form is given. */
import type { Field } from '../../contract/directory/fields.ts';
import type { Text } from '../i18n/index.ts';
import type { FieldBinding } from '../ui/form/useForm.ts';

export interface ControlProps<F extends Field> {
  name: string;
  field: F;
  /** Texts of the directory. */
  t: Text;
  /** Its name. */
  of: string;
  /** The first field of a new record takes the focus, and the only choice is taken by itself. */
  isNew: boolean;
  isFirst: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: values of a form are typed by their kind, which only the tables here know
  binding: FieldBinding<any>;
  /** Why the field may not change any more, or its help. */
  help: string | undefined;
  /** What the server said of a save, by path: `firms.0.stir`. */
  refused?: Readonly<Record<string, readonly string[]>>;
}
