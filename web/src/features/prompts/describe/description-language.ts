import { createUserStore } from '#web/data/storage/user-store.ts'

/** Tags of the languages that are offered. */
const tags = [
  ...['ar', 'bn', 'cs', 'da', 'de', 'el', 'en', 'es', 'fa', 'fi', 'fr', 'he', 'hi', 'hu', 'id', 'it', 'ja', 'ko', 'nb'],
  ...['nl', 'pl', 'pt-BR', 'pt-PT', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'ur', 'vi', 'zh-Hans', 'zh-Hant'],
]

/** The offered language that is nearest to a tag: 'de' for `de-AT`, 'zh-Hant' for `zh-TW`; English for others. */
export function nearestLanguage(tag: string): string {
  if (tags.includes(tag)) return tag
  const { language, script } = likely(tag)
  const isSame = (other: string) => likely(other).language === language && likely(other).script === script
  return tags.find(isSame) ?? 'en'
}

function likely(tag: string): Pick<Intl.Locale, 'language' | 'script'> {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return { language: 'en' }
  }
}

/** The languages with their names, by name. */
export function languageOptions(): readonly { readonly value: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  return tags
    .map((value) => ({ value, name: names.of(value) ?? value }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The language that the user has chosen for descriptions; at first that of the browser. */
export const descriptionLanguage = createUserStore(
  'description-language',
  (stored) => nearestLanguage(typeof stored === 'string' ? stored : navigator.language),
  'latest',
)
