/** A notice keeps the reason that was chosen from a list, beside the words that were written to it. */
export const sql0312 = /* sql */ `
ALTER TABLE notice ADD COLUMN reason text;
UPDATE notice n SET reason = i.canceled_commentary_type FROM product_invoice i
WHERE i.id = n.document_id AND n.machine = 'invoice' AND n.event = 'invoice.cancel';
`;
