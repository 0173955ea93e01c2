import type { ImageRequest } from '../provider.ts'

/** The way in which a model is shown the part that may change: by a mask of its own, by a marked second picture, or not at all. */
export type ShownBy = 'mask' | 'marked-picture' | 'nothing'

const wherever: Readonly<Record<ShownBy, string>> = {
  mask: 'the masked area',
  'marked-picture': 'the area that is painted magenta in the second image',
  nothing: 'the picture',
}

const keepTheRest =
  'Change nothing else: keep everything around it, faces, text, light and colours exactly as they are.'

/** The content where something was erased, and where a picture goes on: a diffusion model paints what its words describe. */
const described = { erase: 'background, nothing in front of it', extend: 'the same scene, continued' } as const

/**
 * The words for a diffusion model, which reads descriptions, and no instructions: the person's words and the phrase of the style.
 * Words on what is erased would paint it again.
 */
export function paintedWords({ edit, prompt, style }: ImageRequest): string {
  if (!edit) return prompt
  const { operation } = edit.asked
  if (operation === 'erase') return described.erase
  if (operation === 'extend' && edit.words === '') return described.extend
  return [edit.words, style?.promptFragment ?? ''].filter((part) => part !== '').join(', ')
}

/** The erased thing, within a sentence. */
const erased = (words: string) => (words === '' ? 'what is' : words.replace(/[.!?]$/, ''))

const sentence = (words: string) => (words === '' || /[.!?。！？]$/u.test(words) ? words : `${words}.`)

/**
 * The words of an edit for a model that reads words. The person's words come first, as they wrote them, with the phrase of the style.
 * @param shownBy How the model is shown what may change.
 */
export function editPrompt({ edit, prompt, style }: ImageRequest, shownBy: ShownBy): string {
  if (!edit) return prompt
  const words = sentence(edit.words)
  const where = wherever[shownBy]
  const look = style?.promptFragment ? `In this style: ${sentence(style.promptFragment)}` : ''
  const parts: Readonly<Record<typeof edit.asked.operation, readonly string[]>> = {
    change: [words, look, `Paint this into ${where} so that it fits what surrounds it.`, keepTheRest],
    erase: [
      `Remove ${erased(edit.words)} in ${where} and fill the place naturally with what surrounds it.`,
      keepTheRest,
    ],
    extend: [`Continue the picture seamlessly into ${where}.`, words, look, keepTheRest],
    'replace-background': [
      `Replace the background: ${words}`,
      look,
      'Keep the subject, its edges and its light exactly as they are.',
    ],
    'remove-background': ['Remove the background. Keep the subject and its edges exactly as they are.', words],
    instruct: [words, look, 'Change nothing else.'],
    restyle: [
      edit.words === '' ? '' : `Paint the picture again in this style: ${words}`,
      look,
      'Keep the composition and what is shown.',
    ],
    upscale: ['Enlarge the picture faithfully, with more detail.', words],
    crop: [words],
    adjust: [words],
  }
  return parts[edit.asked.operation].filter((part) => part !== '').join(' ')
}
