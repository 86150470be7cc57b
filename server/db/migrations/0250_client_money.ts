/** The last event of a client: an order, a contract, a payment, an appeal. By it the list of clients is in order. */
export const sql0250 = /* sql */ `
ALTER TABLE client ADD COLUMN last_event date NOT NULL DEFAULT ((now() AT TIME ZONE 'Asia/Tashkent')::date);
UPDATE client p SET last_event = greatest((p.created_at AT TIME ZONE 'Asia/Tashkent')::date, (
  SELECT max((d.created_at AT TIME ZONE 'Asia/Tashkent')::date) FROM document d WHERE d.id IN (
    SELECT id FROM sale_order WHERE client_id = p.id UNION ALL SELECT id FROM contract WHERE client_id = p.id
    UNION ALL SELECT id FROM cash_document WHERE client_id = p.id UNION ALL SELECT id FROM appeal WHERE client_id = p.id)));
CREATE INDEX client_last_event ON client (active, last_event, id);
CREATE FUNCTION client_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- of the same day nothing is written: who sells to a client all day does not wait for others
  UPDATE client p SET last_event = d.day
    FROM (SELECT (created_at AT TIME ZONE 'Asia/Tashkent')::date AS day FROM document WHERE id = NEW.id) d
    WHERE p.id = NEW.client_id AND p.last_event < d.day;
  RETURN NULL;
END $$;
CREATE TRIGGER sale_order_client_event AFTER INSERT ON sale_order FOR EACH ROW EXECUTE FUNCTION client_event();
CREATE TRIGGER contract_client_event AFTER INSERT ON contract FOR EACH ROW EXECUTE FUNCTION client_event();
CREATE TRIGGER cash_document_client_event AFTER INSERT ON cash_document FOR EACH ROW EXECUTE FUNCTION client_event();
CREATE TRIGGER appeal_client_event AFTER INSERT ON appeal FOR EACH ROW EXECUTE FUNCTION client_event();
`;
