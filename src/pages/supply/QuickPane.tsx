/** A supplier, or a firm of one, made beside the form that needs it: the directory's own pane and workflow. */
import { useEffect, useRef } from 'react';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import type { Option } from '../../ui/form/remote.ts';
import { type PaneActor, useRecordPane } from '../../ui/record/useRecordPane.ts';
import { FirmPane, useFirmPane } from './FirmPane.tsx';
import { partnerPane } from './partnerPane.tsx';

interface QuickProps<Made> {
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** Opens the pane for a new record, and calls back with the result. */
function useNew(actor: PaneActor, { onMade, onClose }: QuickProps<RecordView>): void {
  const latest = useRef({ onMade, onClose });
  useEffect(() => {
    latest.current = { onMade, onClose };
  });
  useEffect(() => {
    actor.send({ type: 'pane.open', place: 'new' });
    const made = actor.on('record.changed', ({ record }) => latest.current.onMade(record));
    const steps = actor.subscribe((snapshot) => {
      if (snapshot.matches('closed')) latest.current.onClose();
    });
    return () => {
      made.unsubscribe();
      steps.unsubscribe();
    };
  }, [actor]);
}

export function QuickPartner({ onMade, onClose }: QuickProps<Option>) {
  const actor = useRecordPane(partnerPane);
  useNew(actor, {
    onMade: ({ id, fields }) => onMade({ id, title: String(fields.name), note: String(fields.stir) }),
    onClose,
  });
  return <partnerPane.Pane actor={actor} />;
}

export function QuickFirm({ partner, onMade, onClose }: QuickProps<number> & { partner: Option }) {
  const actor = useRecordPane(useFirmPane(partner.id));
  useNew(actor, { onMade: ({ id }) => onMade(id), onClose });
  return <FirmPane actor={actor} partner={partner} />;
}
