import { describe, expect, it } from 'vitest'
import { nearestLanguage } from './description-language.ts'

describe('nearestLanguage', () => {
  it.each([
    ['fr', 'fr'],
    ['de-AT', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-PT'],
    ['zh-TW', 'zh-Hant'],
    ['zh-CN', 'zh-Hans'],
    ['xx', 'en'],
    ['no tag', 'en'],
  ])('offers for %s the language %s', (tag, language) => expect(nearestLanguage(tag)).toBe(language))
})
