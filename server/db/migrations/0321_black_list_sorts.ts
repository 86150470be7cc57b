/** The orders in which the black list is read, beside that of its making: by name and by the days it holds. */
export const sql0321 = /* sql */ `
ALTER TABLE black_list_entry
  ADD COLUMN fullname_order text COLLATE "C" GENERATED ALWAYS AS (name_order(fullname)) STORED;
CREATE INDEX black_list_entry_fullname ON black_list_entry (fullname_order, id);
CREATE INDEX black_list_entry_from ON black_list_entry (listed_from, id);
CREATE INDEX black_list_entry_to ON black_list_entry (listed_to, id);
`;
