/**
 * What a chain of electronics and household shops in Uzbekistan sells (`assortment.json`): categories in two languages
 * with real brands. Models are in order from the cheap to the dear; `#` is a digit and `@` a letter, for ranges too long to
 * list. Choices of one text are separated by `|`.
 */
import * as z from 'zod/mini';
import data from './assortment.json' with { type: 'json' };

const Assortment = z.object({
  groups: z.array(
    z.object({
      uz: z.string(),
      ru: z.string(),
      categories: z.array(
        z.object({
          uz: z.string(),
          ru: z.string(),
          /** How its titles begin, Uzbek. */
          word: z.string(),
          /** UZS, of the cheapest and the dearest. */
          cost: z.tuple([z.number(), z.number()]),
          /** By brand. */
          models: z.record(z.string(), z.string()),
          /** From the cheap to the dear. */
          specs: z.optional(z.string()),
          /** In place of `specs` for a brand that counts otherwise. */
          brandSpecs: z.optional(z.record(z.string(), z.string())),
          colours: z.optional(z.string()),
          /** Share of the assortment; 4 when absent. */
          weight: z.optional(z.number()),
          /** Serial goods: how many IMEIs a unit has. */
          imei: z.optional(z.literal([0, 1, 2])),
        }),
      ),
    }),
  ),
  /** Which part of a category's prices a brand covers, where it is not all of it. */
  brandPrices: z.record(z.string(), z.tuple([z.number(), z.number()])),
});
export type Assortment = z.infer<typeof Assortment>;

/** Throws when the file is not of this shape. */
export const assortment = (): Assortment => Assortment.parse(data);
