/** A supplier, or a firm of one, made beside the form that needs it: the directory's own pane and workflow. */
import { useEffect, useRef, useState } from 'react';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import type { Option } from '../../ui/form/remote.ts';
import { type PaneActor, useRecordPane } from '../../ui/record/useRecordPane.ts';
import { FirmPane } from './FirmPane.tsx';
import { PartnerPane } from './PartnerPane.tsx';
import { firmPane, type PartnerFields, partnerPane } from './partners.ts';

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
    onMade: ({ id, fields }) => {
      const { name, stir } = fields as PartnerFields;
      onMade({ id, title: name, note: stir });
    },
    onClose,
  });
  return <PartnerPane actor={actor} />;
}

export function QuickFirm({ partner, onMade, onClose }: QuickProps<number> & { partner: Option }) {
  const [pane] = useState(() => firmPane(partner.id));
  const actor = useRecordPane(pane);
  useNew(actor, { onMade: ({ id }) => onMade(id), onClose });
  return <FirmPane actor={actor} partner={partner} />;
}
