/** Runs that wait for a person are few among all that were decided: the queue of the home page reads them by age. */
export const sql0296 = /* sql */ `
CREATE INDEX scoring_run_review ON scoring_run (since, id)
  WHERE status = 'decided' AND decision = 'manual' AND questionnaire_id IS NULL;
`;
