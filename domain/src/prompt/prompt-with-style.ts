import type { AppliedStyle } from '../styles/style.ts'

/** The prompt for the model: the user's own words, then the style's phrase. */
export function promptWithStyle(prompt: string, style: Pick<AppliedStyle, 'promptFragment'> | null): string {
  if (!style) return prompt
  const words = prompt.replace(/[\s,;.]+$/u, '')
  if (words === '') return style.promptFragment
  return /[!?…。！？]$/u.test(words) ? `${words} ${style.promptFragment}` : `${words}, ${style.promptFragment}`
}
