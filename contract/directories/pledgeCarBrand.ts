/** Brands of cars that are taken as a pledge (areas 2.3, 4.12 `/pledge/pledge-car-brands`). */
import { defineDirectory } from '../directory/directory.ts';
import { quantity, text } from '../directory/fields.ts';

export const pledgeCarBrand = defineDirectory({
  name: 'pledgeCarBrand',
  service: 'client',
  rule: 'car_brands',
  label: 'name',
  fields: { name: text(60, { search: true, sort: true, unique: true }) },
  extra: { models: quantity() },
});
