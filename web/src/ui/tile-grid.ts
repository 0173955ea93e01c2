/** Classes of a list of covers: as many columns as fit, two on a phone. */
export const tileGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,212px),1fr))] gap-x-6.5 gap-y-5 max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:gap-y-4'
