import type { StyleShape } from '#contract/style.ts'
import type { StyleFamily } from '#domain/styles/style.ts'
import { holdsWords } from '#domain/text/holds-words.ts'

export const styleTabs = ['community', 'krea', 'private', 'pinned'] as const
export type StyleTab = (typeof styleTabs)[number]

/** What the list of styles is narrowed to. */
export type StyleFilter = {
  readonly tab: StyleTab
  /** Null: both. */
  readonly family: StyleFamily | null
  /** Words or parts of words, in any order. */
  readonly words: string
}

/** The styles that the filter lets through, in their order. The words may stand in the title, the maker's name, the model or what the style adds. */
export function visibleStyles(styles: readonly StyleShape[], { tab, family, words }: StyleFilter): StyleShape[] {
  const fits = holdsWords(words)
  return styles.filter(
    (style) =>
      (tab === 'pinned' ? style.isPinned : style.collection === tab) &&
      (family === null || style.family === family) &&
      fits([style.title, style.username, style.model, style.promptFragment].join(' ')),
  )
}
