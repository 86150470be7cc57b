/** Who applied and was scored, and bought nothing (areas 4.19 `/clients/not-clients`): known by more than a card. */
export const sql0312 = /* sql */ `
ALTER TABLE not_client DROP CONSTRAINT not_client_source_check;
ALTER TABLE not_client ADD CONSTRAINT not_client_source_check CHECK (source IN ('card', 'scored', 'applied'));
-- an application that was handed in is answered by a run
CREATE FUNCTION not_client_of_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE not_client SET source = 'applied' WHERE client_id = NEW.client_id AND became_on IS NULL AND source <> 'applied';
  RETURN NULL;
END $$;
CREATE TRIGGER scoring_run_application AFTER INSERT ON scoring_run FOR EACH ROW WHEN (NEW.questionnaire_id IS NOT NULL)
  EXECUTE FUNCTION not_client_of_application();
UPDATE not_client n SET source = 'applied' WHERE n.became_on IS NULL
  AND EXISTS (SELECT FROM scoring_run r WHERE r.client_id = n.client_id AND r.questionnaire_id IS NOT NULL);
`;
