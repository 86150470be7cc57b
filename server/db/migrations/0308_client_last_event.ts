/**
 * A client's last event begins with the day on which the card was made, by the clock that made it: the day of the database's
 * own clock is another one where a year is replayed.
 */
export const sql0308 = /* sql */ `
CREATE FUNCTION client_first_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_event := coalesce(NEW.last_event, (NEW.created_at AT TIME ZONE 'Asia/Tashkent')::date);
  RETURN NEW;
END $$;
CREATE TRIGGER client_first_event BEFORE INSERT ON client FOR EACH ROW EXECUTE FUNCTION client_first_event();
ALTER TABLE client ALTER COLUMN last_event DROP DEFAULT;
UPDATE client p SET last_event = greatest((p.created_at AT TIME ZONE 'Asia/Tashkent')::date, (
  SELECT max((d.created_at AT TIME ZONE 'Asia/Tashkent')::date) FROM document d WHERE d.id IN (
    SELECT id FROM sale_order WHERE client_id = p.id UNION ALL SELECT id FROM contract WHERE client_id = p.id
    UNION ALL SELECT id FROM cash_document WHERE client_id = p.id UNION ALL SELECT id FROM appeal WHERE client_id = p.id)));
`;
