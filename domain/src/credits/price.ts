import type { Resolution } from '../models/aspect-ratio.ts'
import type { Model } from '../models/model.ts'

/** The price of one picture, in hundredths of a credit. */
export const imagePrice = ({ stats }: Pick<Model, 'stats'>, resolution: Resolution): number =>
  stats.pricesByResolution?.[resolution] ?? stats.priceHundredths
