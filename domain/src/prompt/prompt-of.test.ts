import { expect, it } from 'vitest'
import { promptOf } from './prompt-of.ts'

it.each([
  ['those that were drawn for it', { prompt: 'a fox at dawn' }, 'a fox at dawn'],
  ['those of its card where none were', { prompt: null }, 'a fox'],
  ['those of its card beside an older server', {}, 'a fox'],
])('the words of an image are %s', (_case, image, words) => {
  expect(promptOf({ prompt: 'a fox' }, image)).toBe(words)
})
