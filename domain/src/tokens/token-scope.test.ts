import { expect, it } from 'vitest'
import { hasTokenForm } from './token-scope.ts'

it.each([
  [`esp_${'a'.repeat(43)}`, true],
  [`esp_${'_-9Z'.repeat(10)}abc`, true],
  [`esp_${'a'.repeat(42)}`, false],
  [`esp_${'a'.repeat(44)}`, false],
  [`esp_${'a'.repeat(42)}=`, false],
  [`ESP_${'a'.repeat(43)}`, false],
  ['', false],
])('knows the form of a token: %s', (text, fits) => expect(hasTokenForm(text)).toBe(fits))
