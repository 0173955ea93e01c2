/** Where the images of a generation come from: a model made them, or the user brought them in as files. */
export const origins = ['made', 'brought-in'] as const
export type Origin = (typeof origins)[number]

/** Stored as the model of a brought-in generation. No model has an empty `value`. */
export const noModel = ''

/** @param model The model as it is stored. */
export const originOf = (model: string): Origin => (model === noModel ? 'brought-in' : 'made')

/** Shown in place of a model's name where there is none. */
export const shownModel = (model: string | null): string => model ?? 'Brought in'

/** The most files that are brought in at a time. */
export const maxBroughtIn = 50
