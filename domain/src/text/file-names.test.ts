import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folderNames, imageFileName, slugOf } from './file-names.ts'

describe('the name of a downloaded file', () => {
  it('counts from 1', () => expect(imageFileName(1)).toBe('generation-1.png'))

  it('is made of the prompt’s words', () => {
    expect(slugOf('A Pear, “café” light!')).toBe('a-pear-cafe-light')
    expect(slugOf('…')).toBe('generation')
    expect(slugOf('梨の木')).toBe('梨の木')
  })

  it('never contains characters that a file system refuses', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (prompt) => /^[^\\/:*?"<>|.\s]+$/.test(slugOf(prompt)))))
})

describe('the folders of several cards', () => {
  it('are numbered in order', () =>
    expect(folderNames(Array(10).fill('A pear')).slice(8)).toEqual(['09-a-pear', '10-a-pear']))

  it('are all different', () =>
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 30 }), (prompts) => {
        expect(new Set(folderNames(prompts)).size).toBe(prompts.length)
      }),
    ))
})
