import type { StyleInput } from '#contract/style.ts'
import type { StyleFamily } from '#domain/styles/style.ts'
import { styleTexts } from './texts.ts'

/** A reference picture of the form: an upload or an image of one's own. */
export type StylePicture = { readonly id: string; readonly thumbnailUrl: string }

/** What is written in the form. */
export type StyleFields = {
  readonly title: string
  readonly promptFragment: string
  readonly family: StyleFamily
  readonly pictures: readonly StylePicture[]
}

/** The longest that the server takes, in characters. */
export const longest = { title: 60, promptFragment: 500 }

export type FieldErrors = { readonly title: string | null; readonly promptFragment: string | null }

function textError(text: string, { most, blank }: { most: number; blank: string }): string | null {
  const length = [...text.trim()].length
  if (length === 0) return blank
  return length > most ? styleTexts.form.tooLong(most) : null
}

/** What is wrong with each text, in a sentence; null where nothing is. */
export const fieldErrors = ({ title, promptFragment }: StyleFields): FieldErrors => ({
  title: textError(title, { most: longest.title, blank: styleTexts.form.blankName }),
  promptFragment: textError(promptFragment, {
    most: longest.promptFragment,
    blank: styleTexts.form.blankFragment,
  }),
})

/** What is sent of the form. */
export const styleInput = ({ title, promptFragment, family, pictures }: StyleFields): StyleInput => ({
  title: title.trim(),
  promptFragment: promptFragment.trim(),
  family,
  referenceIds: pictures.map(({ id }) => id),
})
