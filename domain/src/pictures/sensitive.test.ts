import { describe, expect, it } from 'vitest'
import { isSensitive } from './sensitive.ts'

describe('isSensitive', () => {
  it.each([
    [{ hentai: 0.3, porn: 0.3, sexy: 0.1 }, true],
    [{ hentai: 0, porn: 0.5, sexy: 0 }, true],
    [{ hentai: 0.2, porn: 0.1, sexy: 0.6 }, false],
    [{ hentai: 0, porn: 0, sexy: 0.95 }, true],
    [{ hentai: 0.01, porn: 0.02, sexy: 0.03 }, false],
  ])('of %j is %s', (classes, sensitive) => expect(isSensitive(classes)).toBe(sensitive))
})
