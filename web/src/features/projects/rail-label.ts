import type { ProjectShape } from '#contract/project.ts'
import { projectTexts } from './texts.ts'

const longestPrompt = 30

/** What the hover of a thumbnail says: the first prompt, at most 30 characters of it, and the day the project was made. */
export function railLabel(project: Pick<ProjectShape, 'firstPrompt' | 'createdAt'>, locale?: string) {
  const characters = [...(project.firstPrompt ?? projectTexts.noPrompt)]
  const isCut = characters.length > longestPrompt
  return {
    prompt: isCut ? `${characters.slice(0, longestPrompt).join('').trimEnd()}…` : characters.join(''),
    date: new Date(project.createdAt).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
  }
}
