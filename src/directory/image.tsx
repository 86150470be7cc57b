/** A picture of a record: uploaded as soon as it is chosen, so that a form that fails to save, or is left, keeps it. */
import { CrossIcon } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import type { HeldFile } from '../../contract/heldFile.ts';
import { imageUpload, type StoredImage } from '../../contract/images.ts';
import { ApiError, messageOf, newKey, request } from '../api/client.ts';
import { useTask } from '../app/useTask.ts';
import { useText } from '../i18n/index.ts';
import { FileLink, Photo } from '../ui/files/FileLink.tsx';
import { FilePicker } from '../ui/files/FilePicker.tsx';
import { heldFile } from '../ui/files/files.ts';
import type { FieldBinding } from '../ui/form/useForm.ts';
import './image.css';

interface ImageFieldProps extends FieldBinding<StoredImage | null> {
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  /** The directory or setting whose record names the picture. */
  of: string;
}

export function ImageField(props: ImageFieldProps) {
  const { label, help, optional, of, value, onChange, onBlur, onFault, error, disabled } = props;
  const t = useText('files');
  const [held, setHeld] = useState<HeldFile | null>(null);
  const upload = useTask((file: HeldFile) =>
    request(imageUpload, { body: { file: heldFile(file) as File, of }, key: newKey() }).then(({ data }) => data),
  );

  const [refused, setRefused] = useState<string | null>(null);

  function send(file: HeldFile | null): void {
    setHeld(file);
    setRefused(null);
    upload.forget();
    onFault(null);
    if (file === null) return;
    // a save before the picture is there would keep the former one
    onFault({ words: t('uploading') });
    upload.begin(file, {
      onDone(stored) {
        setHeld(null);
        onFault(null);
        onChange(stored);
      },
      onFailed(failure) {
        const [why] = (failure instanceof ApiError && failure.body?.errors?.file) || [];
        if (why === undefined) return onFault({ words: messageOf(failure) });
        // no picture: the field is as it was
        setHeld(null);
        setRefused(`${file.name}: ${why}`);
        onFault(null);
      },
    });
  }

  const failed = held !== null && upload.error !== null;
  const said = failed ? messageOf(upload.error) : held === null && refused === null ? error : undefined;
  return (
    <fieldset className="field image-field" onBlur={onBlur}>
      <legend className="field-label">
        {label}
        {optional && <span className="optional">{t('common:optional')}</span>}
      </legend>
      {value !== null && held === null && (
        <div className="row">
          <FileLink file={value} preview />
          {optional && (
            <button
              type="button"
              className="link"
              aria-label={t('remove', { name: value.name })}
              disabled={disabled}
              onClick={() => onChange(null)}
            >
              <CrossIcon size={12} />
            </button>
          )}
        </div>
      )}
      <FilePicker images value={held} onChange={send} disabled={disabled} error={refused ?? undefined}>
        {t(value === null && held === null ? 'chooseImage' : 'replaceImage')}
      </FilePicker>
      {upload.busy && (
        <div className="field-help" role="status">
          {t('uploading')}
        </div>
      )}
      {said && (
        <div className="field-help error" role="alert">
          {said}{' '}
          {failed && (
            <button type="button" className="link" onClick={() => send(held)}>
              {t('again')}
            </button>
          )}
        </div>
      )}
      {!said && !refused && !upload.busy && help && <div className="field-help">{help}</div>}
    </fieldset>
  );
}

/** In a list, small; a click on its row opens it. */
export const ImageCell = ({ image }: { image: StoredImage | null | undefined }) =>
  image ? (
    <span className="image-cell">
      <Photo file={image} />
    </span>
  ) : (
    '—'
  );
