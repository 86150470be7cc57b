/** Categories that an act of counting is limited to; without any it counts everything (decision 17). */
export const sql0060 = /* sql */ `
CREATE TABLE act_of_count_category (
  act_of_count_id integer NOT NULL REFERENCES act_of_count,
  category_id integer NOT NULL REFERENCES product_category,
  PRIMARY KEY (act_of_count_id, category_id)
);
CREATE INDEX act_of_count_category_category ON act_of_count_category (category_id);
`;
