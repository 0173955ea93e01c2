import { describe, expect, it } from 'vitest'
import { pastedPictures } from './files.ts'

const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

/** A clipboard with files and texts, by their types. */
const clipboard = (files: readonly File[], texts: Readonly<Record<string, string>> = {}) => ({
  types: [...(files.length > 0 ? ['Files'] : []), ...Object.keys(texts)],
  files: files as unknown as FileList,
  getData: (type: string) => texts[type] ?? '',
})
const names = (...given: Parameters<typeof clipboard>) =>
  pastedPictures(clipboard(...given), 'pasted').map(({ name }) => name)

describe('pastedPictures', () => {
  it('are the pictures of a clipboard without text', () => {
    expect(names([picture('image.png')])).toEqual(['pasted'])
    expect(names([])).toEqual([])
  })

  it.each([
    ['Finder', { 'text/plain': 'fox.png' }],
    ['a file system that adds the path', { 'text/plain': '/Users/ada/fox.png\n' }],
    ['Windows', { 'text/plain': 'C:\\pictures\\fox.png\r\n' }],
  ])('are the files whose names %s adds as text', (_system, texts) =>
    expect(names([picture('fox.png')], texts)).toEqual(['fox.png']),
  )

  it('are several files with a name on each line', () =>
    expect(names([picture('fox.png'), picture('hare.png')], { 'text/plain': 'fox.png\nhare.png' })).toEqual([
      'fox.png',
      'hare.png',
    ]))

  it('are none where text comes with a picture of itself, as from Office', () => {
    expect(names([picture('image.png')], { 'text/plain': 'a fox', 'text/html': '<b>a fox</b>' })).toEqual([])
    expect(names([picture('image.png')], { 'text/plain': 'a fox' })).toEqual([])
    expect(names([picture('fox.png')], { 'text/plain': 'fox.png', 'text/rtf': '{}' })).toEqual([])
  })
})
